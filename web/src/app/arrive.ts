import { prefersCalm } from "../lib/calm.ts";

/** How a navigation ends: where to scroll, and whether focus moves. */
export type Arrival = {
  /** true: the top; a number: that height; false: scroll and focus stay. */
  scroll: boolean | number;
  /** A back or forward step: the height is where the visitor was, and is taken at once. */
  restored?: boolean | undefined;
  hash?: string | undefined;
};

/** Scrolls and focuses after a view was drawn. */
export function arrive({ scroll, restored, hash }: Arrival): void {
  if (scroll === false) return;
  const anchor = hash ? document.getElementById(decode(hash.slice(1))) : null;
  focusHeading();
  if (anchor && !restored) {
    anchor.scrollIntoView();
    return;
  }
  const top = typeof scroll === "number" ? scroll : 0;
  const smooth = typeof scroll === "number" && !restored && !prefersCalm();
  window.scrollTo({ top, left: 0, behavior: smooth ? "smooth" : "instant" });
}

/** The h1 says where one is, so a screen reader speaks it; without one the main part takes focus. */
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
