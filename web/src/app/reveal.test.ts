import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Reveal, startReveal } from "./reveal.ts";

let reveal: Reveal | undefined;

/** Adds an element whose top is that many px below the viewport's bottom. */
function below(bottom: number): Element {
  const element = document.createElement("p");
  element.className = "reveal";
  element.getBoundingClientRect = () => ({ top: window.innerHeight + bottom }) as DOMRect;
  document.body.append(element);
  return element;
}

const active = (element: Element) => element.classList.contains("active");

beforeEach(() => {
  document.body.replaceChildren();
  vi.useFakeTimers();
});
afterEach(() => {
  reveal?.stop();
  vi.useRealTimers();
});

test("an element within 100 pixels of the viewport's bottom is active from the start", () => {
  const near = below(100);
  const far = below(101);
  reveal = startReveal();
  expect([active(near), active(far)]).toEqual([true, false]);
});

test("update applies after 500 ms", () => {
  reveal = startReveal();
  vi.advanceTimersByTime(500);
  const late = below(0);
  reveal.update();
  vi.advanceTimersByTime(499);
  expect(active(late)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(active(late)).toBe(true);
});

test("scrolling reveals in the next frame", () => {
  reveal = startReveal();
  const reached = below(50);
  window.dispatchEvent(new Event("scroll"));
  vi.advanceTimersByTime(20);
  expect(active(reached)).toBe(true);
});

test("with reduced motion nothing is hidden", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  reveal = startReveal();
  expect(document.documentElement.dataset.reveal).toBeUndefined();
});
