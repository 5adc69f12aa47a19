import { fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Notice } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { InfoPopup } from "./info-popup.tsx";
import { closeNotice, startNotice, useNoticeOpen } from "./notice.ts";

const since = Date.UTC(2026, 2, 1);
const notice: Notice = { title: "Open house", text: "On Saturday.", since };

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

const isOpen = (shown: Notice | undefined) => renderHook(() => useNoticeOpen(shown)).result.current;

test("closing stores the current timestamp", () => {
  vi.useFakeTimers({ now: since + 5000 });
  startNotice();
  render(<InfoPopup notice={notice} />, { wrapper: withTranslations("en") });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(localStorage.getItem("info-popup")).toBe(String(since + 5000));
  expect(isOpen(notice)).toBe(false);
});

test("Escape closes the popup", () => {
  startNotice();
  render(<InfoPopup notice={notice} />, { wrapper: withTranslations("en") });
  fireEvent.keyDown(screen.getByRole("button", { name: "Close" }), { key: "Escape" });
  expect(isOpen(notice)).toBe(false);
});

test.each([
  ["never closed", null, true],
  ["closed since", String(since + 1), false],
  ["an older one was closed", String(since - 1), true],
  ["an invalid stored value", '{"a":1}', true],
])("%s: open is %s", (_, stored, want) => {
  if (stored !== null) localStorage.setItem("info-popup", stored);
  startNotice();
  expect(isOpen(notice)).toBe(want);
});

test("a notice without a date stays closed, and an undefined one is never open", () => {
  closeNotice(1);
  expect(isOpen({ text: "Hello" })).toBe(false);
  localStorage.clear();
  startNotice();
  expect(isOpen({ text: "Hello" })).toBe(true);
  expect(isOpen(undefined)).toBe(false);
});
