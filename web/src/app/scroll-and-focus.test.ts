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

/** A page of results whose bar begins at 300 px, with a sticky search bar of 79 px below one of 67 px. */
function addResults(): void {
  document.body.insertAdjacentHTML(
    "beforeend",
    `<div data-search-bar style="top: 67px"></div><div data-results-bar></div>`,
  );
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return this.hasAttribute("data-results-bar")
      ? new DOMRect(0, 300, 1000, 60)
      : new DOMRect(0, 250, 1000, 79);
  });
}

test("a search scrolls smoothly to the bar of the results, clear of the sticky search bar", () => {
  addResults();
  scrollAndFocus({ scroll: "results" });
  expect(window.scrollTo).toHaveBeenCalledWith({
    top: 300 - 67 - 79 - 12,
    left: 0,
    behavior: "smooth",
  });
});

test("a search that leads to no results scrolls to the top", () => {
  scrollAndFocus({ scroll: "results" });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, left: 0, behavior: "smooth" });
});

test("scrolls instantly with reduced motion", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  addResults();
  scrollAndFocus({ scroll: "results" });
  expect(window.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ behavior: "instant" }));
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
