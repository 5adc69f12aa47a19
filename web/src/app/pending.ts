import { afterPaint } from "../lib/after-paint.ts";
import type { Store } from "../lib/store.ts";

const root = () => document.documentElement;

/**
 * While the next View loads: sets data-pending on the document (specification §4.4) and the loading
 * title. Returns how to stop.
 */
export function watchPending(pending: Store<boolean>, loadingTitle: string): () => void {
  let title: string | undefined;
  return pending.subscribe(() => {
    root().toggleAttribute("data-pending", pending.get());
    if (pending.get()) {
      root().toggleAttribute("data-waited", true);
      title = document.title;
      document.title = loadingTitle;
    } else if (title !== undefined) {
      // Restored before pushState: the browser's history would list the loading title.
      document.title = title;
      title = undefined;
    }
  });
}

/** Removes data-waited, which fades the header text in, after the new view was painted. */
export function clearWaited(): void {
  afterPaint(() => root().toggleAttribute("data-waited", false));
}
