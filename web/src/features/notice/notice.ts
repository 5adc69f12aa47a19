import type { Notice } from "../../generated/view.ts";
import { readJSON, storageKeys, writeJSON } from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";

/** The timestamp in ms at which the visitor closed the info popup; 0 is never, infinity on the server. */
const closed = createStore(Number.POSITIVE_INFINITY);

/** Reads the stored timestamp; an invalid value counts as never. */
export function startNotice(): void {
  const stored = readJSON(storageKeys.infoPopup);
  closed.set(typeof stored === "number" && stored > 0 ? stored : 0);
}

/** Closes the popup and stores the current timestamp (specification §4.12). */
export function closeNotice(now: number = Date.now()): void {
  writeJSON(storageKeys.infoPopup, now);
  closed.set(now);
}

/** Whether the popup is open: it was not closed since the notice was published. */
export function useNoticeOpen(notice: Notice | undefined): boolean {
  const closedAt = useStore(closed, Number.POSITIVE_INFINITY);
  return notice !== undefined && (closedAt === 0 || closedAt < (notice.since ?? 0));
}
