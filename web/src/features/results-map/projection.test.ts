import { expect, test } from "vitest";
import type { Position } from "./coast.ts";
import {
  clusterItems,
  fitFrame,
  panFrame,
  placeLabels,
  project,
  tilesOf,
  zoomFrame,
} from "./projection.ts";

const marbella: Position = [-4.886, 36.51];
const estepona: Position = [-5.146, 36.428];
const self = (place: Position) => place;

test("a frame holds every place, with room around it, north above south", () => {
  const frame = fitFrame([marbella, estepona], 900, 500);
  const [east, west] = [project(marbella, frame), project(estepona, frame)];
  expect(east.x).toBeGreaterThan(west.x);
  expect(east.y).toBeLessThan(west.y);
  for (const { x, y } of [east, west]) {
    expect(x > 44 && x < 856 && y > 44 && y < 456).toBe(true);
  }
});

test("homes that would overlap are one marker until one looks closer", () => {
  const near: Position[] = [marbella, [-4.876, 36.51], estepona];
  const frame = fitFrame(near, 900, 500);
  expect(clusterItems(near, self, frame, 44).map(({ items }) => items.length)).toEqual([2, 1]);
  const closer = zoomFrame(frame, 4);
  expect(clusterItems(near, self, closer, 44)).toHaveLength(3);
});

test("homes at one and the same point stay one marker", () => {
  const frame = fitFrame([marbella, marbella], 900, 500);
  expect(clusterItems([marbella, marbella], self, zoomFrame(frame, 99), 44)).toHaveLength(1);
});

test("pushing the paper to the right shows what lies west", () => {
  const frame = fitFrame([marbella, estepona], 900, 500);
  expect(project(marbella, panFrame(frame, 100, 0)).x - project(marbella, frame).x).toBeCloseTo(
    100,
  );
});

test("no name of a town stands on another", () => {
  const frame = fitFrame([marbella, estepona], 900, 500);
  const names = placeLabels(
    [
      ["Marbella", marbella],
      ["Next door", [-4.88, 36.511]],
    ],
    frame,
  );
  expect(names.map(({ name }) => name)).toEqual(["Marbella"]);
});

test("looking closer keeps what is under the pointer there", () => {
  const frame = fitFrame([marbella, estepona], 900, 500);
  const before = project(estepona, frame);
  const after = project(estepona, zoomFrame(frame, 3, before));
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
});

test("tiles cover the frame without a gap, and show the place they are drawn at", () => {
  const frame = fitFrame([marbella, estepona], 900, 500);
  const tiles = tilesOf(frame);
  const [first] = tiles;
  if (!first) throw new Error("there are no tiles");
  expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map(({ left, size }) => left + size))).toBeGreaterThanOrEqual(900);
  expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map(({ top, size }) => top + size))).toBeGreaterThanOrEqual(500);
  expect(first.size).toBeGreaterThan(180);
  expect(first.size).toBeLessThan(363);
  // Marbella is on this tile of the usual scheme at depth 10.
  const deep = tilesOf({
    ...frame,
    middle: marbella,
    scale: (256 * 1024) / 360,
    width: 1,
    height: 1,
  });
  expect(deep.map(({ x, y, z }) => [z, x, y])).toEqual([[10, 498, 400]]);
});

test("a map without a home shows the coast at Marbella", () => {
  const { x, y } = project(marbella, fitFrame([], 900, 500));
  expect([x, y]).toEqual([450, 250]);
});

test("no marker stands on another, however many homes there are", () => {
  const many = Array.from(
    { length: 400 },
    (_, n): Position => [-5.2 + ((n * 37) % 100) / 140, 36.4 + ((n * 61) % 100) / 300],
  );
  const clusters = clusterItems(many, self, fitFrame(many, 900, 500), 44);
  expect(clusters.reduce((sum, { items }) => sum + items.length, 0)).toBe(400);
  for (const [index, one] of clusters.entries()) {
    for (const other of clusters.slice(index + 1)) {
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(44);
    }
  }
});
