import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showToast } from "./toast.ts";
import { ToastRegion } from "./toast-region.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
});

const after = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

test("a toast is announced, fades in its last second and is removed", () => {
  render(<ToastRegion />);
  act(() => showToast("Link copied"));
  expect(screen.getByRole("status").textContent).toBe("Link copied");
  after(1999);
  expect(screen.getByText("Link copied").className).toBe("toast");
  after(1);
  expect(screen.getByText("Link copied").className).toBe("leaving");
  after(1000);
  expect(screen.getByRole("status").textContent).toBe("");
});

test("a toast has the given duration", () => {
  render(<ToastRegion />);
  act(() => showToast("Property not found!", 5000));
  after(4999);
  expect(screen.getByRole("status").textContent).toBe("Property not found!");
  after(1);
  expect(screen.getByRole("status").textContent).toBe("");
});

test("a new toast replaces the old one and has its full duration", () => {
  render(<ToastRegion />);
  act(() => showToast("First"));
  after(2500);
  act(() => showToast("Second"));
  after(2999);
  expect(screen.getByRole("status").textContent).toBe("Second");
  after(1);
  expect(screen.getByRole("status").textContent).toBe("");
});
