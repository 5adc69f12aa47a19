import { prefersReducedMotion } from "../lib/reduced-motion.ts";

/** Where a navigation scrolls, and whether it moves the focus. */
export type ScrollTarget = {
  /** true: the top; a number: that height in px; false: scroll and focus stay. */
  scroll: boolean | number;
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
  const top = typeof scroll === "number" ? scroll : 0;
  const smooth = typeof scroll === "number" && !restored && !prefersReducedMotion();
  window.scrollTo({ top, left: 0, behavior: smooth ? "smooth" : "instant" });
}

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
