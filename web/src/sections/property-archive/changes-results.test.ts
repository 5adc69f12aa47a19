import { expect, test } from "vitest";
import { changesResults } from "./changes-results.ts";

test.each([
  ["the next page of the list", "/for-sale/villas/marbella/page/2/", true],
  ["the list in another order", "/for-sale/villas/marbella/?sort_by=price_low", true],
  ["the open search", "/es/properties/?s_type=7", true],
  ["the developments", "/developments/", true],
  ["a home", "/properties/villa-cenit/", false],
  ["another page", "/about/", false],
  ["nowhere", "", false],
])("skeletons stand for %s: %s → %s", (_, going, want) => {
  expect(changesResults(going, "/for-sale/villas/marbella/")).toBe(want);
});
