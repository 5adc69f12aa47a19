import { expect, test, vi } from "vitest";
import { groupDigits } from "./format.ts";
import { readJSON, writeJSON } from "./storage.ts";
import { createStore } from "./store.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1500, "1.500"],
  [1250000, "1.250.000"],
])("groupDigits(%d) prints as Go does", (n, want) => {
  expect(groupDigits(n)).toBe(want);
});

test("a store notifies its subscribers of changes only, until they unsubscribe", () => {
  const store = createStore(1);
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.set(1);
  store.set(2);
  unsubscribe();
  store.set(3);
  expect(listener).toHaveBeenCalledOnce();
});

test("failing storage returns false and undefined", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(writeJSON("favorites", [1])).toBe(false);
  expect(readJSON("info-popup")).toBeUndefined();
});
