import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { closeMenu, openMenu, useMenuOpen } from "./menu.ts";

test("the page does not scroll while the menu is open", () => {
  const { result } = renderHook(() => useMenuOpen());
  act(openMenu);
  expect([result.current, document.documentElement.style.overflow]).toEqual([true, "hidden"]);
  act(closeMenu);
  expect([result.current, document.documentElement.style.overflow]).toEqual([false, ""]);
});
