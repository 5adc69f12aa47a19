import { idle } from "../lib/idle.ts";

/**
 * Renders the lazy elements of the document (styles/base.css) one by one when the browser is idle, so
 * that the page has its real height before the visitor leaves it and comes back. Start it after
 * hydration: an attribute that is removed earlier is a hydration mismatch.
 */
export async function renderLazyElements(): Promise<void> {
  for (const element of document.querySelectorAll("[data-lazy]")) {
    await idle();
    element.removeAttribute("data-lazy");
  }
}
