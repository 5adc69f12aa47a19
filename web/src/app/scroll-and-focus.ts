import { prefersReducedMotion } from "../lib/reduced-motion.ts";

/** Where a navigation scrolls, and whether it moves the focus. */
export type ScrollTarget = {
  /** true: the top; a number: that height in px; results: the bar above the results; false: scroll and focus stay. */
  scroll: boolean | number | "results";
  /** A back or forward step: the height is the saved one, and the scroll is instant. */
  restored?: boolean | undefined;
  hash?: string | undefined;
};

/** Scrolls to the target and focuses the heading, after a view was rendered. */
export function scrollAndFocus(target: ScrollTarget): void {
  if (target.scroll !== false) focusHeading();
  scrollTo(target);
}

function scrollTo({ scroll, restored, hash }: ScrollTarget): void {
  if (scroll === false) return;
  const name = hash?.slice(1) ?? "";
  const anchor = document.getElementById(name) ?? document.getElementById(decode(name));
  if (anchor && !restored) {
    anchor.scrollIntoView();
    return;
  }
  const top = scroll === "results" ? resultsTop() : typeof scroll === "number" ? scroll : 0;
  const smooth = scroll === "results" && !prefersReducedMotion();
  window.scrollTo({ top, left: 0, behavior: smooth ? "smooth" : "instant" });
}

/** The height at which the bar above the results is whole below the sticky search bar; the top without results. */
function resultsTop(): number {
  const bar = document.querySelector("[data-results-bar]");
  if (!bar) return 0;
  const search = document.querySelector("[data-search-bar]");
  const covered = search
    ? Number.parseFloat(getComputedStyle(search).top) + search.getBoundingClientRect().height
    : 0;
  return Math.max(0, window.scrollY + bar.getBoundingClientRect().top - covered - RESULTS_MARGIN);
}

/** The space in px between the search bar and the bar of the results. */
const RESULTS_MARGIN = 12;

/** Focuses the h1, so that a screen reader announces it; without one, the main element. */
function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>("main h1, h1") ??
    document.querySelector<HTMLElement>("main");
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
