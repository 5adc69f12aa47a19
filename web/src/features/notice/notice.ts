import type { Notice } from "../../generated/view.ts";
import { readJSON, storageKeys, writeJSON } from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";

/** When the visitor last closed the info popup; 0 for never. The server does not know. */
const closed = createStore(Number.POSITIVE_INFINITY);

/** Reads when the popup was closed. Storage belongs to the visitor: anything may stand in it. */
export function startNotice(): void {
  const stored = readJSON(storageKeys.infoPopup);
  closed.set(typeof stored === "number" && stored > 0 ? stored : 0);
}

/** Closes the popup by storing the current timestamp (specification §4.12). */
export function closeNotice(now: number = Date.now()): void {
  writeJSON(storageKeys.infoPopup, now);
  closed.set(now);
}

/** Whether a notice is still to be shown: nobody has closed it since it was put up. */
export function useNoticeOpen(notice: Notice | undefined): boolean {
  const at = useStore(closed, Number.POSITIVE_INFINITY);
  return notice !== undefined && (at === 0 || at < (notice.since ?? 0));
}
