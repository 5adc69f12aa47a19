import { expect, test } from "vitest";
import { type Box, cardPosition, visiblePart } from "./card-position.ts";

const card = { width: 312, height: 380 };
const wide: Box = { left: 0, top: 0, right: 780, bottom: 700 };

test("a card lies to the right of its pin, else to the left, else below or above it", () => {
  expect(cardPosition({ x: 200, y: 350 }, card, wide)).toEqual({ x: 256, y: 160 });
  expect(cardPosition({ x: 600, y: 350 }, card, wide)).toEqual({ x: 232, y: 160 });
  const narrow = { ...wide, right: 500, bottom: 900 };
  expect(cardPosition({ x: 250, y: 200 }, card, narrow)).toEqual({ x: 94, y: 232 });
  expect(cardPosition({ x: 250, y: 800 }, card, narrow)).toEqual({ x: 94, y: 388 });
  // No side has room: the lower edge, above the credit.
  const phone = { left: 0, top: 0, right: 390, bottom: 560 };
  expect(cardPosition({ x: 195, y: 280 }, card, phone)).toEqual({ x: 39, y: 144 });
  expect(cardPosition(undefined, card, phone)).toEqual({ x: 16, y: 144 });
});

test("a card lies within the visible map for each position of its pin, also beyond the edges", () => {
  for (const visible of [
    wide,
    { left: 0, top: 120, right: 780, bottom: 560 },
    { left: 0, top: 0, right: 390, bottom: 560 },
    { left: 0, top: 0, right: 344, bottom: 412 },
  ]) {
    for (let x = -900; x <= 1700; x += 20) {
      for (let y = -900; y <= 1700; y += 20) {
        const at = cardPosition({ x, y }, card, visible);
        const box = { left: at.x, top: at.y, right: at.x + 312, bottom: at.y + 380 };
        const inside =
          box.left >= visible.left &&
          box.top >= visible.top &&
          box.right <= visible.right &&
          box.bottom <= visible.bottom;
        expect(inside, `${x}, ${y} in ${JSON.stringify(visible)}`).toBe(true);
      }
    }
  }
});

test("a card that is larger than the map begins at its upper left corner", () => {
  const small = { left: 0, top: 40, right: 300, bottom: 300 };
  expect(cardPosition({ x: 150, y: 150 }, card, small)).toEqual({ x: 16, y: 56 });
});

test("the visible part of a map ends at the window, at a bar above it and at a sheet below it", () => {
  const map = { left: 20, top: 180, right: 720, bottom: 1000 };
  const part = { left: 0, top: 0, right: 700, bottom: 820 };
  expect(visiblePart(map, 1200, [])).toEqual(part);
  expect(visiblePart(map, 900, [])).toEqual({ ...part, bottom: 720 });
  const bar = { left: 0, top: 64, right: 1440, bottom: 240 };
  expect(visiblePart(map, 900, [bar])).toEqual({ ...part, top: 60, bottom: 720 });
  // The bar below the page header, and the map behind both.
  const behind = { ...map, top: 27, bottom: 847 };
  expect(visiblePart(behind, 900, [bar])).toEqual({ ...part, top: 213, bottom: 820 });
  const sheet = { left: 0, top: 600, right: 820, bottom: 4000 };
  expect(visiblePart(map, 900, [bar, sheet])).toEqual({ ...part, top: 60, bottom: 420 });
  // A list beside the map covers nothing; a map that has scrolled away has no visible part.
  const list = { left: 740, top: 180, right: 1400, bottom: 4000 };
  expect(visiblePart(map, 900, [list])).toEqual({ ...part, bottom: 720 });
  const away = visiblePart({ ...map, top: -900, bottom: -80 }, 900, [bar]);
  expect(away.bottom).toBeLessThanOrEqual(away.top);
});
