import type { Store } from "../lib/store.ts";

const root = () => document.documentElement;

/**
 * Marks the document while the next View is on its way, for styles (specification §4.4), and has the
 * browser's title say so. Returns how to stop.
 */
export function showPending(pending: Store<boolean>, loading: string): () => void {
  let title: string | undefined;
  return pending.watch(() => {
    root().toggleAttribute("data-pending", pending.get());
    if (pending.get()) {
      root().toggleAttribute("data-waited", true);
      title = document.title;
      document.title = loading;
    } else if (title !== undefined) {
      // Before the history learns of the next page: its list must not hold "Loading" for this one.
      document.title = title;
      title = undefined;
    }
  });
}

/** A view is drawn: its header's words have been told to come slowly, if somebody waited for them. */
export function shown(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => root().toggleAttribute("data-waited", false)),
  );
}
