/** A rectangle in px. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** The space between a card and the edges of the visible map in px. */
const MARGIN = 16;
/** The space between a card and the point of its pin in px: beside it, and above or below it. */
const BESIDE = 56;
const ABOVE = 32;
/** The credit of the map is below a card at the lower edge. */
const CREDIT = 36;

/**
 * The upper left corner of a card: to the right of its pin, to the left, below or above it, else at the
 * lower edge. It lies within the visible part of the map, also when the pin does not.
 */
export function cardPosition(
  pin: { x: number; y: number } | undefined,
  card: { width: number; height: number },
  visible: Box,
): { x: number; y: number } {
  const room = {
    left: visible.left + MARGIN,
    top: visible.top + MARGIN,
    right: visible.right - MARGIN - card.width,
    bottom: visible.bottom - MARGIN - card.height,
  };
  const within = ({ x, y }: { x: number; y: number }) => ({
    x: clamp(x, room.left, room.right),
    y: clamp(y, room.top, room.bottom),
  });
  if (!pin) return within({ x: room.left, y: visible.bottom - CREDIT - card.height });
  const middle = { x: pin.x - card.width / 2, y: pin.y - card.height / 2 };
  const right = pin.x + BESIDE;
  if (right <= room.right) return within({ x: right, y: middle.y });
  const left = pin.x - BESIDE - card.width;
  if (left >= room.left) return within({ x: left, y: middle.y });
  const below = pin.y + ABOVE;
  if (below <= room.bottom) return within({ x: middle.x, y: below });
  const above = pin.y - ABOVE - card.height;
  if (above >= room.top) return within({ x: middle.x, y: above });
  return within({ x: middle.x, y: visible.bottom - CREDIT - card.height });
}

/** The value within bounds; the lower one, when the bounds are in the wrong order. */
const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, high));

/**
 * The part of a map that is seen, relative to its upper left corner: within the window, and the larger part above or
 * below what covers it. All rectangles are relative to the window.
 */
export function visiblePart(map: Box, windowHeight: number, covers: readonly Box[]): Box {
  let [top, bottom] = [Math.max(0, map.top), Math.min(windowHeight, map.bottom)];
  for (const cover of covers) {
    if (cover.right <= map.left || cover.left >= map.right) continue;
    if (bottom - cover.bottom >= cover.top - top) top = clamp(cover.bottom, top, bottom);
    else bottom = clamp(cover.top, top, bottom);
  }
  return {
    left: 0,
    top: top - map.top,
    right: map.right - map.left,
    bottom: bottom - map.top,
  };
}
