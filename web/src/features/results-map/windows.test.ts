import { expect, test } from "vitest";
import type { MapPlace } from "../../generated/view.ts";
import { encodeArea } from "./polyline.ts";
import { countIn, denseWindow, shapeOf, shapeWindow } from "./windows.ts";

test("a circle and an area of a link have the window that shows them whole", () => {
  expect(shapeWindow("/_map/properties/?s_near=36.5,-4.9,5")).toEqual({
    south: expect.closeTo(36.45503, 4),
    west: expect.closeTo(-4.95594, 4),
    north: expect.closeTo(36.54497, 4),
    east: expect.closeTo(-4.84406, 4),
  });
  const area = encodeArea([
    [
      [-5, 36.4],
      [-4.8, 36.5],
      [-4.9, 36.6],
    ],
  ]);
  const link = `/_map/properties/?s_area=${encodeURIComponent(area)}`;
  expect(shapeWindow(link)).toEqual({ south: 36.4, west: -5, north: 36.6, east: -4.8 });
  expect(shapeWindow("/_map/properties/?s_area=x")).toBeUndefined();
  expect(shapeWindow(undefined)).toBeUndefined();
  expect(shapeOf("/_map/properties/?map=on")).toEqual({});
});

const homes = (count: number, width: number): MapPlace[] =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    lat: 36.5 + (n % 7) / 100,
    lng: -5 + (width * n) / (count - 1),
  }));

test("the dense window leaves out far properties, when they would make the map much wider", () => {
  const whole = { south: 36.5, west: -5.5, north: 36.9, east: -3.5 };
  const far = { id: 900, lat: 36.9, lng: -3.5 };
  const places = [...homes(98, 0.2), far, { id: 901, lat: 36.5, lng: -5.5 }];
  const window = denseWindow(places, whole);
  expect(window.west).toBeGreaterThanOrEqual(-5);
  expect(window.east).toBeLessThanOrEqual(-4.8);
  expect(countIn(places, window)).toBeGreaterThanOrEqual(76);
  expect(countIn(places, whole)).toBe(100);
  // A cluster of the server counts as many properties as it has.
  expect(denseWindow([...places, { ...far, id: 0, n: 60 }], whole).east).toBe(-3.5);
});

test("the dense window of near properties, of one and of none is the whole one", () => {
  const whole = { south: 36.5, west: -5, north: 36.56, east: -4.8 };
  expect(denseWindow(homes(50, 0.2), whole)).toBe(whole);
  expect(denseWindow([{ id: 1, lat: 36.5, lng: -5 }], whole)).toBe(whole);
  expect(denseWindow([], whole)).toBe(whole);
});
