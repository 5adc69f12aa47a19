import { beforeEach, expect, test, vi } from "vitest";
import { scrollAndFocus } from "./scroll-and-focus.ts";

beforeEach(() => {
  document.body.innerHTML = `<input><main><h1>Villas</h1><p id="vídeo">BackgroundVideo</p></main>`;
  document.querySelector("input")?.focus();
  vi.mocked(window.scrollTo).mockClear();
});

const focused = () => document.activeElement?.tagName;

test("scrolls to the top and focuses the heading", () => {
  scrollAndFocus({ scroll: true });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, left: 0, behavior: "instant" });
  expect(focused()).toBe("H1");
});

test("scrolls smoothly to a height", () => {
  scrollAndFocus({ scroll: 200 });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 200, left: 0, behavior: "smooth" });
});

test("scrolls instantly with reduced motion", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  scrollAndFocus({ scroll: 200 });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 200, left: 0, behavior: "instant" });
});

test("restores a saved height instantly", () => {
  scrollAndFocus({ scroll: 640, restored: true });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 640, left: 0, behavior: "instant" });
});

test("scroll false keeps scroll and focus", () => {
  scrollAndFocus({ scroll: false });
  expect(window.scrollTo).not.toHaveBeenCalled();
  expect(focused()).toBe("INPUT");
});

test("scrolls to the element of the decoded hash", () => {
  const into = vi.spyOn(Element.prototype, "scrollIntoView");
  scrollAndFocus({ scroll: true, hash: "#v%C3%ADdeo" });
  expect(into.mock.contexts[0]).toBe(document.querySelector("p"));
});

test("an unknown or malformed hash scrolls to the top", () => {
  scrollAndFocus({ scroll: true, hash: "#%E0%A4%A" });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, left: 0, behavior: "instant" });
});
