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
const identity = (position: Position) => position;

test("a frame contains every position with a margin, north above south", () => {
  const frame = fitFrame([marbella, estepona], 900, 500);
  const [east, west] = [project(marbella, frame), project(estepona, frame)];
  expect(east.x).toBeGreaterThan(west.x);
  expect(east.y).toBeLessThan(west.y);
  for (const { x, y } of [east, west]) {
    expect(x > 44 && x < 856 && y > 44 && y < 456).toBe(true);
  }
});

test("overlapping markers are clustered until the map is zoomed", () => {
  const near: Position[] = [marbella, [-4.876, 36.51], estepona];
  const frame = fitFrame(near, 900, 500);
  expect(clusterItems(near, identity, frame, 44).map(({ items }) => items.length)).toEqual([2, 1]);
  const closer = zoomFrame(frame, 4);
  expect(clusterItems(near, identity, closer, 44)).toHaveLength(3);
});

test("properties at the same point stay one marker", () => {
  const frame = fitFrame([marbella, marbella], 900, 500);
  expect(clusterItems([marbella, marbella], identity, zoomFrame(frame, 99), 44)).toHaveLength(1);
});

test("panning to the right shows the west", () => {
  const frame = fitFrame([marbella, estepona], 900, 500);
  expect(project(marbella, panFrame(frame, 100, 0)).x - project(marbella, frame).x).toBeCloseTo(
    100,
  );
});

test("labels do not overlap", () => {
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

test("zooming keeps the point under the pointer", () => {
  const frame = fitFrame([marbella, estepona], 900, 500);
  const before = project(estepona, frame);
  const after = project(estepona, zoomFrame(frame, 3, before));
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
});

test("tiles cover the frame without gaps, at their positions", () => {
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
  // The tile of Marbella at zoom level 10 of the usual scheme.
  const tilesAt10 = tilesOf({
    ...frame,
    centre: marbella,
    scale: (256 * 1024) / 360,
    width: 1,
    height: 1,
  });
  expect(tilesAt10.map(({ x, y, z }) => [z, x, y])).toEqual([[10, 498, 400]]);
});

test("a map without properties shows the coast at Marbella", () => {
  const { x, y } = project(marbella, fitFrame([], 900, 500));
  expect([x, y]).toEqual([450, 250]);
});

test("markers never overlap", () => {
  const many = Array.from(
    { length: 400 },
    (_, n): Position => [-5.2 + ((n * 37) % 100) / 140, 36.4 + ((n * 61) % 100) / 300],
  );
  const clusters = clusterItems(many, identity, fitFrame(many, 900, 500), 44);
  expect(clusters.reduce((sum, { items }) => sum + items.length, 0)).toBe(400);
  for (const [index, one] of clusters.entries()) {
    for (const other of clusters.slice(index + 1)) {
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(44);
    }
  }
});
