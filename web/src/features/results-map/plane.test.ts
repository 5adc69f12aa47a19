import { expect, test } from "vitest";
import type { Position } from "./coast.ts";
import { clustered, frameOf, labelled, project, pushed, zoomed } from "./plane.ts";

const marbella: Position = [-4.886, 36.51];
const estepona: Position = [-5.146, 36.428];
const self = (place: Position) => place;

test("a frame holds every place, with room around it, north above south", () => {
  const frame = frameOf([marbella, estepona], 900, 500);
  const [east, west] = [project(marbella, frame), project(estepona, frame)];
  expect(east.x).toBeGreaterThan(west.x);
  expect(east.y).toBeLessThan(west.y);
  for (const { x, y } of [east, west]) {
    expect(x > 44 && x < 856 && y > 44 && y < 456).toBe(true);
  }
});

test("homes that would overlap are one marker until one looks closer", () => {
  const near: Position[] = [marbella, [-4.876, 36.51], estepona];
  const frame = frameOf(near, 900, 500);
  expect(clustered(near, self, frame, 44).map(({ items }) => items.length)).toEqual([2, 1]);
  const closer = zoomed(frame, 4);
  expect(clustered(near, self, closer, 44)).toHaveLength(3);
});

test("homes at one and the same point stay one marker", () => {
  const frame = frameOf([marbella, marbella], 900, 500);
  expect(clustered([marbella, marbella], self, zoomed(frame, 99), 44)).toHaveLength(1);
});

test("pushing the paper to the right shows what lies west", () => {
  const frame = frameOf([marbella, estepona], 900, 500);
  expect(project(marbella, pushed(frame, 100, 0)).x - project(marbella, frame).x).toBeCloseTo(100);
});

test("no name of a town stands on another", () => {
  const frame = frameOf([marbella, estepona], 900, 500);
  const names = labelled(
    [
      ["Marbella", marbella],
      ["Next door", [-4.88, 36.511]],
    ],
    frame,
  );
  expect(names.map(({ name }) => name)).toEqual(["Marbella"]);
});
