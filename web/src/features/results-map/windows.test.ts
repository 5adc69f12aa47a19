import { expect, test } from "vitest";
import type { MapPlace } from "../../generated/view.ts";
import { encodeArea } from "./polyline.ts";
import { countIn, shapeOf, shapeWindow } from "./windows.ts";

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

test("the rings of an area are closed", () => {
  const ring = [
    [-5, 36.4],
    [-4.8, 36.5],
    [-4.9, 36.6],
  ] as const;
  const area = encodeArea([ring.map(([lng, lat]) => [lng, lat])]);
  expect(shapeOf(`/_map/properties/?s_area=${encodeURIComponent(area)}`)).toEqual({
    area: [[...ring, ring[0]]],
  });
});

test("the properties in a window are counted, with those of a cluster of the server", () => {
  const window = { south: 36.5, west: -5, north: 36.6, east: -4.8 };
  const places: MapPlace[] = [
    { id: 1, lat: 36.5, lng: -5 },
    { lat: 36.55, lng: -4.9, n: 60 },
    { id: 2, lat: 36.55, lng: -4.7 },
    { id: 3, lat: 36.7, lng: -4.9 },
  ];
  expect(countIn(places, window)).toBe(61);
  expect(countIn([], window)).toBe(0);
});
