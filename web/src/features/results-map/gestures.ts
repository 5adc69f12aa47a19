import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from "react";
import { type Frame, type Point, panFrame, zoomFrame } from "./projection.ts";

const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

/** The zoom factor of a key or button. */
export const STEP = 1.6;

const ZOOMS: Record<string, number> = { "+": STEP, "=": STEP, "-": 1 / STEP };

/** The frame after a key press; undefined for other keys. */
export function frameAfterKey(frame: Frame, { key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey) return undefined; // the browser's zoom
  const step = MOVES[key];
  if (step) return panFrame(frame, step[0], step[1]);
  const factor = ZOOMS[key];
  return factor === undefined ? undefined : zoomFrame(frame, factor);
}

/**
 * Pans the map with one pointer and zooms it with two, or with the wheel and Ctrl. Vertical touch
 * moves and the wheel alone scroll the page.
 */
export function useGestures(
  board: RefObject<HTMLElement | null>,
  frame: Frame,
  move: (next: Frame) => void,
): void {
  const current = useEffectEvent(() => frame);
  const moveTo = useEffectEvent(move);
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const pointers = new Map<number, Point>();
    const at = ({ clientX, clientY }: MouseEvent): Point => {
      const box = element.getBoundingClientRect();
      return { x: clientX - box.left, y: clientY - box.top };
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest("button, a")) return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, at(event));
    };
    const drag = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      pointers.set(event.pointerId, now);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) moveTo(panFrame(current(), now.x - before.x, now.y - before.y));
      else if (distance(before, other) > 0) {
        moveTo(zoomFrame(current(), distance(now, other) / distance(before, other), other));
      }
    };
    const up = ({ pointerId }: PointerEvent) => void pointers.delete(pointerId);
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      moveTo(zoomFrame(current(), Math.exp(-event.deltaY / 300), at(event)));
    };
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", drag);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", drag);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("wheel", wheel);
    };
  }, [board]);
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
