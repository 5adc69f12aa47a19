import { idle } from "../lib/idle.ts";

/** Elements that are rendered in one idle period: as many cards take a slow phone about 40 ms. */
const AT_ONCE = 2;

/**
 * Renders the lazy elements of the document (styles/base.css) little by little, so that the page has its
 * real height before the visitor leaves it and comes back. Start it after hydration: an attribute that
 * is removed earlier is a hydration mismatch.
 */
export async function renderLazyElements(): Promise<void> {
  const waiting = [...document.querySelectorAll("[data-lazy]")];
  while (waiting.length > 0) {
    await idle();
    for (const element of waiting.splice(0, AT_ONCE)) element.removeAttribute("data-lazy");
  }
}
