import { afterEach, expect, test } from "vitest";
import { markVisited, visitedIds } from "./visited.ts";

afterEach(() => localStorage.clear());

test("a property is remembered once, the last one last", () => {
  for (const id of [7, 8, 7]) markVisited(id);
  expect(visitedIds()).toEqual([8, 7]);
});

test("at most 500 properties are remembered", () => {
  localStorage.setItem("visited", JSON.stringify(Array.from({ length: 500 }, (_, id) => id + 1)));
  markVisited(1000);
  expect(visitedIds()).toHaveLength(500);
  expect(visitedIds().at(-1)).toBe(1000);
  expect(visitedIds()).not.toContain(1);
});

test("values of other origin are ignored", () => {
  localStorage.setItem("visited", '{"a":1}');
  expect(visitedIds()).toEqual([]);
  localStorage.setItem("visited", '[5,"6",null]');
  expect(visitedIds()).toEqual([5]);
});
