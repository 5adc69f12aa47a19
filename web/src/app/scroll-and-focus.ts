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

/**
 * Scrolls to the target. Returns what focuses the heading later, after the paint, unless the visitor has
 * moved the focus meanwhile: to focus takes a tenth of the time of a click.
 */
export function scrollThenFocus(target: ScrollTarget): () => void {
  scrollTo(target);
  const { activeElement } = document;
  return () => {
    const isUnmoved = [activeElement, document.body].includes(document.activeElement);
    if (target.scroll !== false && isUnmoved) focusHeading();
  };
}

function scrollTo({ scroll, restored, hash }: ScrollTarget): void {
  if (scroll === false) return;
  const anchor = hash ? document.getElementById(decode(hash.slice(1))) : null;
  if (anchor && !restored) {
    anchor.scrollIntoView();
    return;
  }
  const top = typeof scroll === "number" ? scroll : 0;
  const smooth = typeof scroll === "number" && !restored && !prefersReducedMotion();
  window.scrollTo({ top, left: 0, behavior: smooth ? "smooth" : "instant" });
}

/**
 * Takes the focus from content that the next view replaces. To remove a focused element, a browser
 * first computes the styles of the whole page, which is about to be replaced.
 */
export function releaseFocus(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.closest("main > *")) focused.blur();
}

/**
 * Focuses the h1 of the displayed page, so that a screen reader announces it; without an h1, the main
 * element.
 */
function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>("[data-page] h1") ??
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
