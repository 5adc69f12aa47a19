import { expect, test } from "vitest";
import { linkWith, mapValue } from "./map-link.ts";

const window = { south: 36.451234, west: -5.02, north: 36.55, east: -4.8 };

test("the window has five decimals and says whether the list has all results", () => {
  expect(mapValue(window, false)).toBe("36.45123,-5.02,36.55,-4.8");
  expect(mapValue(window, true)).toBe("36.45123,-5.02,36.55,-4.8,all");
  expect(mapValue({ ...window, west: -250, north: 89 }, false)).toBe("36.45123,-180,85,-4.8");
});

test("a link gets other values in normal form and begins at the first page", () => {
  expect(linkWith("/properties/page/3/?s_type=7", { map: "on" })).toBe(
    "/properties/?map=on&s_type=7",
  );
  expect(linkWith("/es/properties/?map=on", { map: "" })).toBe("/es/properties/");
  expect(linkWith("/properties/", { s_area: "a%40b", map: "on" })).toBe(
    "/properties/?map=on&s_area=a%40b",
  );
});
