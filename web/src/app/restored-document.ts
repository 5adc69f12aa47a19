/**
 * Renders the items of lists (styles/base.css) of a document at once if the browser is going to scroll in
 * it: after a reload, on a step back or forward, and for a link with a fragment. So the page has its real
 * height before the browser looks for the place.
 */
export function renderRestoredDocument(page: Document): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "navigate" && page.location.hash === "") return;
  page.documentElement.dataset.restored = "";
}
