import { expect, test, vi } from "vitest";
import { group } from "./format.ts";
import { readJSON, writeJSON } from "./storage.ts";
import { createStore } from "./store.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1500, "1.500"],
  [1250000, "1.250.000"],
])("group(%d) prints as Go does", (n, want) => {
  expect(group(n)).toBe(want);
});

test("a store tells its watchers of changes only, until they stop", () => {
  const store = createStore(1);
  const told = vi.fn();
  const stop = store.watch(told);
  store.set(1);
  store.set(2);
  stop();
  store.set(3);
  expect(told).toHaveBeenCalledOnce();
});

test("storage that fails is no storage", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(writeJSON("favorites", [1])).toBe(false);
  expect(readJSON("info-popup")).toBeUndefined();
});
