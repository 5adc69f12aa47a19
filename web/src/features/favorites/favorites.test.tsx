import { act, renderHook } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addFavorites,
  startFavorites,
  toggleFavorite,
  useFavorites,
  useFavoritesCount,
  useFavoritesUnkept,
  useIsFavorite,
} from "./favorites.ts";

let stop = () => {};
const stored = () => JSON.parse(localStorage.getItem("favorites") ?? "null");

beforeEach(() => {
  localStorage.clear();
  stop = startFavorites();
});
afterEach(() => stop());

test("a property is added, counted and removed", () => {
  const saved = renderHook(() => useIsFavorite(7));
  const count = renderHook(() => useFavoritesCount());
  act(() => toggleFavorite(7));
  act(() => toggleFavorite(9));
  expect([saved.result.current, count.result.current]).toEqual([true, 2]);
  expect(stored()).toEqual([7, 9]);
  act(() => toggleFavorite(7));
  expect([saved.result.current, count.result.current]).toEqual([false, 1]);
  expect(stored()).toEqual([9]);
});

test.each(["QuotaExceededError", "SecurityError"])("a %s of the storage is told", (name) => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("refused", name);
  });
  const { result } = renderHook(() => useFavoritesUnkept());
  expect(result.current).toBe(false);
  act(() => toggleFavorite(7));
  expect(result.current).toBe(true);
  refuse.mockRestore();
  act(() => toggleFavorite(9));
  expect(result.current).toBe(false);
  expect(stored()).toEqual([7, 9]);
});

test("the favorites of an earlier visit are restored", () => {
  stop();
  localStorage.setItem("favorites", "[3,4]");
  stop = startFavorites();
  expect(renderHook(() => useFavorites()).result.current).toEqual([3, 4]);
});

test.each(["{", "null", '"7"', '{"a":1}', '[null,"x",-1,1.5,7,7]'])(
  "the stored value %s is handled",
  (text) => {
    stop();
    localStorage.setItem("favorites", text);
    stop = startFavorites();
    expect(renderHook(() => useFavorites()).result.current).toEqual(
      text.includes("7,7") ? [7] : [],
    );
  },
);

test("a change in another tab is applied", () => {
  const { result } = renderHook(() => useFavorites());
  act(() => {
    localStorage.setItem("favorites", "[5]");
    window.dispatchEvent(new StorageEvent("storage", { key: "favorites", newValue: "[5]" }));
  });
  expect(result.current).toEqual([5]);
});

test("two tabs do not overwrite each other", () => {
  toggleFavorite(1);
  localStorage.setItem("favorites", "[1,2]"); // the other tab, before its storage event
  toggleFavorite(3);
  expect(stored()).toEqual([1, 2, 3]);
});

test("without storage the favorites last as long as the page", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { result } = renderHook(() => useFavorites());
  act(() => toggleFavorite(1));
  act(() => toggleFavorite(2));
  expect(result.current).toEqual([1, 2]);
});

test("a shared list is appended without duplicates", () => {
  toggleFavorite(8);
  addFavorites([1, 8, 9, 9]);
  expect(stored()).toEqual([8, 1, 9]);
});

test("with full storage later favorites are kept in memory", () => {
  toggleFavorite(1);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { result } = renderHook(() => useFavorites());
  act(() => toggleFavorite(2));
  act(() => toggleFavorite(3));
  expect(result.current).toEqual([1, 2, 3]);
});

test("the server has no favorites", () => {
  toggleFavorite(1);
  const Count = () => <p>{useFavoritesCount()}</p>;
  expect(renderToString(<Count />)).toBe("<p>0</p>");
});
