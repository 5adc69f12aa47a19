import type { ClientSettings } from "../../generated/view.ts";
import type { Connection } from "../../lib/connection.ts";
import { timing } from "../../lib/timing.ts";
import { isExternal, isFile } from "./href.ts";

export type PrefetchMode = ClientSettings["prefetch"];

/** Whether a link may be prefetched (routing §12). */
export function prefetchAllowed(link: string, connection: Connection | undefined): boolean {
  if (isExternal(link) || isFile(link)) return false;
  return !connection?.saveData && !connection?.effectiveType?.includes("2g");
}

export type PrefetcherOptions = {
  mode: PrefetchMode | undefined;
  /** Whether the View of a link is cached or in flight. */
  isCached(link: string): boolean;
  fetch(link: string): void;
  /** Fetches the View of a link, if it is not cached, and then its first pictures. */
  fetchPictures(link: string): void;
  connection(): Connection | undefined;
};

export type Prefetcher = {
  mode: PrefetchMode;
  /** Call it when a link is rendered: queued in mode all. */
  onRender(link: string): void;
  /** Call it when a link is near the viewport: queued in mode in-view. */
  onNear(link: string): void;
  /**
   * Call it when the visitor points at a link (pointer, finger, focus): fetched before the queue, with its
   * first pictures if a mouse hovers over it. Nothing in mode hover.
   */
  onIntent(link: string, hovers: boolean): void;
  /** Call it when the pointer enters a link: fetched after a delay in mode hover. Returns how to cancel. */
  onHover(link: string): () => void;
};

/** Creates the queue of a page: four links a second, the first batch after a second. */
export function createPrefetcher({
  mode = "no",
  isCached,
  fetch,
  fetchPictures,
  connection,
}: PrefetcherOptions): Prefetcher {
  const queue = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isWanted = (link: string) =>
    prefetchAllowed(link, connection()) && !isCached(link) && !queue.has(link);

  const fetchBatch = () => {
    timer = undefined;
    const links = [...queue].slice(0, timing.prefetchBatchSize);
    for (const link of links) {
      queue.delete(link);
      if (!isCached(link)) fetch(link);
    }
    if (links.length > 0) timer = setTimeout(fetchBatch, timing.prefetchBatch);
  };

  const enqueue = (link: string) => {
    if (!isWanted(link)) return;
    queue.add(link);
    if (timer === undefined) timer = setTimeout(fetchBatch, timing.prefetchBatch);
  };

  return {
    mode,
    onRender: (link) => {
      if (mode === "all") enqueue(link);
    },
    onNear: (link) => {
      if (mode === "in-view") enqueue(link);
    },
    onIntent(link, hovers) {
      if (mode === "no" || mode === "hover") return;
      if (!prefetchAllowed(link, connection())) return;
      queue.delete(link);
      if (!isCached(link)) fetch(link);
      if (hovers) fetchPictures(link);
    },
    onHover(link) {
      if (mode !== "hover") return () => {};
      const delay = setTimeout(() => {
        if (isWanted(link)) fetch(link);
      }, timing.prefetchHover);
      return () => clearTimeout(delay);
    },
  };
}
