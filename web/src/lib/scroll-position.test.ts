import { expect, test } from "vitest";
import { followScroll, scrollPosition } from "./scroll-position.ts";

/** Scrolls as a browser does: the event follows in the next frame. */
const scrollTo = (scrollY: number) => {
  Object.assign(window, { scrollY });
  return () => window.dispatchEvent(new Event("scroll"));
};

test("the position is that of the last scroll event", () => {
  const stop = followScroll();
  scrollTo(640)();
  scrollTo(0);
  expect(scrollPosition()).toBe(640);
  stop();
});

test("a page that was never scrolled by an event, such as a reloaded one, has the position of the window", () => {
  const stop = followScroll();
  scrollTo(320);
  expect(scrollPosition()).toBe(320);
  stop();
});
