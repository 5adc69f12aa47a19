import { expect, test } from "vitest";
import { decodeArea, encodeArea, type Position, simplify } from "./polyline.ts";

test("an area is an encoded polyline of precision 5, latitude first", () => {
  // The example that describes the format.
  const ring: Position[] = [
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ];
  expect(encodeArea([ring])).toBe("_p~iF~ps|U_ulLnnqC_mqNvxq`@");
  expect(decodeArea(encodeArea([ring, ring]))).toEqual([ring, ring]);
  expect(decodeArea("")).toEqual([]);
  expect(decodeArea("no")).toEqual([]);
});

test("a line keeps its corners", () => {
  const line = Array.from({ length: 101 }, (_, i): Position => [i / 100, Math.min(i, 50) / 50]);
  expect(simplify(line, 0.001)).toEqual([
    [0, 0],
    [0.5, 1],
    [1, 1],
  ]);
});
