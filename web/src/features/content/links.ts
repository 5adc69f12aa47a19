import { isLeftToBrowser } from "../navigation/link-click.ts";
import type { Navigation } from "../navigation/navigation.ts";
import { watchLink } from "../navigation/watch-link.ts";

/** Anchors that lead somewhere else than within their own page (routing §13.2). */
const LINKS = "a[href]:not([href^='#'])";

/** Lets the links inside content change the view without a page load. Returns how to stop. */
export function connectLinks(box: HTMLElement, navigation: Navigation): () => void {
  const click = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest(LINKS) : null;
    const href = anchor?.getAttribute("href");
    if (!anchor || !href || anchor.hasAttribute("download")) return;
    if (isLeftToBrowser(event, href, anchor.getAttribute("target") ?? "_self")) return;
    event.preventDefault();
    navigation.navigate(href);
    navigation.clicked();
  };
  box.addEventListener("click", click);
  const stop = [...box.querySelectorAll(LINKS)].map((anchor) =>
    navigation.prefetcher
      ? watchLink(anchor, anchor.getAttribute("href") ?? "", navigation.prefetcher)
      : () => {},
  );
  return () => {
    box.removeEventListener("click", click);
    for (const unwatch of stop) unwatch();
  };
}
