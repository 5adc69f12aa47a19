import { skipRendering } from "../lib/skip-rendering.ts";

/** Smaller elements cost no more than the containment that would hide them. */
const MIN_DESCENDANTS = 8;

/** A bar that is fixed to the window, wherever the element around it is. */
const FIXED_BAR = "[data-sticky-bar]";

/**
 * Skips the rendering of what is in a page but not in the window, whose upper edge is top px below the
 * start of the page. The layout of the page stays as it is. Returns how to render all of it.
 */
export function skipOutsideWindow(page: HTMLElement, top: number): () => void {
  const outside = elementsOutside(page, top);
  const edges = () => [page, ...outside].map((element) => element.getBoundingClientRect().bottom);
  const before = edges();
  const undo = skipRendering(outside);
  const moved = edges().some((edge, index) => Math.abs(edge - (before[index] ?? 0)) > 0.5);
  if (!moved) return undo;
  undo();
  return () => {};
}

/** The largest elements of a page that are completely outside the window. */
function elementsOutside(page: HTMLElement, top: number): HTMLElement[] {
  const start = page.getBoundingClientRect().top + top;
  const end = start + window.innerHeight;
  const outside: HTMLElement[] = [];
  const visit = (parent: Element) => {
    for (const element of parent.children) {
      if (!(element instanceof HTMLElement)) continue;
      if (element.getElementsByTagName("*").length < MIN_DESCENDANTS || !isInFlow(element))
        continue;
      const edges = element.getBoundingClientRect();
      const isOutside = edges.bottom <= start || edges.top >= end;
      if (isOutside && !element.querySelector(FIXED_BAR)) outside.push(element);
      else if (edges.top < start || edges.bottom > end) visit(element);
    }
  };
  visit(page);
  return outside;
}

/** Whether the element is where its layout says, in whatever place the window is. */
const isInFlow = (element: Element): boolean =>
  ["static", "relative"].includes(getComputedStyle(element).position);
