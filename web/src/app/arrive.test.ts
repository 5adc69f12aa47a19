import { beforeEach, expect, test, vi } from "vitest";
import { arrive } from "./arrive.ts";

beforeEach(() => {
  document.body.innerHTML = `<input><main><h1>Villas</h1><p id="vídeo">Film</p></main>`;
  document.querySelector("input")?.focus();
  vi.mocked(window.scrollTo).mockClear();
});

const focused = () => document.activeElement?.tagName;

test("goes to the top and tells the heading", () => {
  arrive({ scroll: true });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, left: 0, behavior: "instant" });
  expect(focused()).toBe("H1");
});

test("scrolls smoothly to a height after a search", () => {
  arrive({ scroll: 200 });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 200, left: 0, behavior: "smooth" });
});

test("scrolls at once where motion is unwanted", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  arrive({ scroll: 200 });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 200, left: 0, behavior: "instant" });
});

test("returns at once to where the visitor was", () => {
  arrive({ scroll: 640, restored: true });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 640, left: 0, behavior: "instant" });
});

test("leaves scroll and focus where they are when told so", () => {
  arrive({ scroll: false });
  expect(window.scrollTo).not.toHaveBeenCalled();
  expect(focused()).toBe("INPUT");
});

test("goes to the part that the hash names, decoded", () => {
  const into = vi.spyOn(Element.prototype, "scrollIntoView");
  arrive({ scroll: true, hash: "#v%C3%ADdeo" });
  expect(into.mock.contexts[0]).toBe(document.querySelector("p"));
});

test("a hash that names nothing, or is broken, means the top", () => {
  arrive({ scroll: true, hash: "#%E0%A4%A" });
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, left: 0, behavior: "instant" });
});
