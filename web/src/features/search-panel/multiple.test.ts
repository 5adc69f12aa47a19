import { expect, test } from "vitest";
import type { Option } from "../../generated/view.ts";
import { matching, namesOf, plainLabel, sameValues, toggle } from "./multiple.ts";

const options: Option[] = [
  { value: "636", label: "Marbella (30)", name: "s_province" },
  { value: "700", label: "\u2003Golden Mile (8)", name: "s_city" },
  { value: "701", label: "\u2003Nueva Andalucía (11)", name: "s_city" },
  { value: "6", label: "Málaga (4)", name: "s_province" },
];

test("values are added and removed", () => {
  expect(toggle(options, [], "700")).toBe("700");
  expect(toggle(options, ["700"], "701")).toBe("700,701");
  expect(toggle(options, ["700", "701"], "700")).toBe("701");
});

test("a place replaces those that it contains and those that contain it", () => {
  expect(toggle(options, ["700", "6"], "636")).toBe("6,636");
  expect(toggle(options, ["636", "6"], "701")).toBe("6,701");
});

test("the search within ignores accents and keeps the town of a district", () => {
  expect(matching(options, "andalucia").map(({ value }) => value)).toEqual(["636", "701"]);
  expect(matching(options, " ")).toBe(options);
});

test("names are without indent and number", () => {
  expect(plainLabel(options[2] as Option)).toEqual(["Nueva Andalucía", "11"]);
  expect(namesOf(options, ["701", "700"])).toEqual(["Golden Mile", "Nueva Andalucía"]);
});

test("the order of values does not matter", () => {
  expect(sameValues("7,15", "15,7")).toBe(true);
  expect(sameValues("7", "15")).toBe(false);
});
