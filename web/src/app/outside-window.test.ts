import { afterEach, expect, test } from "vitest";
import { skipOutsideWindow } from "./outside-window.ts";

/** An element with its place in the page, in px, and what it contains. */
function block(top: number, bottom: number, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement("div");
  element.append(...children);
  if (!children.some((child) => child instanceof HTMLElement))
    for (let count = 0; count < 8; count++) element.append(document.createElement("span"));
  element.getBoundingClientRect = () => new DOMRect(0, top, 0, bottom - top);
  return element;
}

/** A page in the document. */
function pageOf(...blocks: HTMLElement[]): HTMLElement {
  const page = block(0, 5000, ...blocks);
  document.body.replaceChildren(page);
  return page;
}

const isSkipped = (element: HTMLElement) => element.matches("[data-skipped], [data-skipped] *");

afterEach(() => document.body.replaceChildren());

test("sections above and below the window are skipped, and afterwards rendered again", () => {
  const sections = [block(0, 400), block(400, 1200), block(1200, 3000)];
  const undo = skipOutsideWindow(pageOf(...sections), 400);
  expect(sections.map(isSkipped)).toEqual([true, false, true]);
  undo();
  expect(sections.map(isSkipped)).toEqual([false, false, false]);
});

test("a skipped section keeps its height", () => {
  const section = block(1200, 3000);
  skipOutsideWindow(pageOf(section), 0);
  expect(section.style.minBlockSize).toBe("1800px");
});

test("of a section that is partly in the window the cards outside are skipped", () => {
  const cards = [block(300, 700), block(700, 1100), block(1100, 1500)];
  const list = block(300, 1500, ...cards);
  skipOutsideWindow(pageOf(list), 0);
  expect([list, ...cards].map(isSkipped)).toEqual([false, false, false, true]);
});

test("a bar that is fixed to the window is rendered, wherever its element is", () => {
  const bar = block(2000, 2060);
  bar.dataset.stickyBar = "";
  bar.style.position = "fixed";
  const rest = block(2060, 3000);
  const section = block(2000, 3000, bar, rest);
  skipOutsideWindow(pageOf(section), 0);
  expect([bar, rest].map(isSkipped)).toEqual([false, true]);
});

test("an element that sticks to the window is rendered, and what is in it", () => {
  const inner = block(0, 80);
  const search = block(0, 80, inner);
  search.style.position = "sticky";
  skipOutsideWindow(pageOf(search), 900);
  expect([search, inner].map(isSkipped)).toEqual([false, false]);
});

test("nothing is skipped if that would move the layout", () => {
  const above = block(0, 400);
  const page = pageOf(above, block(400, 1200));
  page.getBoundingClientRect = () => new DOMRect(0, 0, 0, isSkipped(above) ? 4990 : 5000);
  skipOutsideWindow(page, 400);
  expect(isSkipped(above)).toBe(false);
});
