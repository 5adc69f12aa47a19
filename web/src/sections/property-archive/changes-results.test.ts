import { expect, test } from "vitest";
import { changesResults } from "./changes-results.ts";

test.each([
  ["the next page of the list", "/for-sale/villas/marbella/page/2/", true],
  ["the list in another order", "/for-sale/villas/marbella/?sort_by=price_low", true],
  ["the open search", "/es/properties/?s_type=7", true],
  ["the developments", "/developments/", true],
  ["a property", "/properties/villa-cenit/", false],
  ["another page", "/about/", false],
  ["nowhere", "", false],
])("skeletons for %s: %s → %s", (_, pendingLink, want) => {
  expect(changesResults(pendingLink, "/for-sale/villas/marbella/")).toBe(want);
});
