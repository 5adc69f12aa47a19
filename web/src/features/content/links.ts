import { isHandledByBrowser } from "../navigation/link-click.ts";
import type { Navigation } from "../navigation/navigation.ts";
import { prefetchLink } from "../navigation/prefetch-link.ts";

/** Anchors except those to a part of their own page (routing §13.2). */
const LINKS = "a[href]:not([href^='#'])";

/** Makes the links inside content navigate without a page load. Returns how to stop. */
export function connectLinks(box: HTMLElement, navigation: Navigation): () => void {
  const click = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest(LINKS) : null;
    const href = anchor?.getAttribute("href");
    if (!anchor || !href || anchor.hasAttribute("download")) return;
    if (isHandledByBrowser(event, href, anchor.getAttribute("target") ?? "_self")) return;
    event.preventDefault();
    navigation.navigate(href);
    navigation.onLinkClick();
  };
  box.addEventListener("click", click);
  const unwatch = [...box.querySelectorAll(LINKS)].map((anchor) =>
    navigation.prefetcher
      ? prefetchLink(anchor, anchor.getAttribute("href") ?? "", navigation.prefetcher)
      : () => {},
  );
  return () => {
    box.removeEventListener("click", click);
    for (const stop of unwatch) stop();
  };
}
