import type { ClientSettings } from "../../generated/view.ts";
import { timing } from "../../lib/timing.ts";
import { isExternal } from "./href.ts";

export type PrefetchMode = ClientSettings["prefetch"];

/** What the Network Information API tells, where a browser has it. */
export type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether a link may be fetched before it is clicked (routing §12). */
export function prefetchAllowed(link: string, connection: Connection | undefined): boolean {
  if (isExternal(link)) return false;
  return !connection?.saveData && !connection?.effectiveType?.includes("2g");
}

export type PrefetchDeps = {
  mode: PrefetchMode | undefined;
  /** Whether the View of a link is here, or on its way. */
  isKnown(link: string): boolean;
  fetch(link: string): void;
  connection(): Connection | undefined;
};

export type Prefetcher = {
  mode: PrefetchMode;
  /** A link is shown: queued when the mode is all. */
  shown(link: string): void;
  /** A link came near the viewport: queued when the mode is in-view. */
  near(link: string): void;
  /** The pointer came over a link: fetched soon when the mode is hover. Returns how to cancel. */
  hover(link: string): () => void;
};

/** Makes the one queue of a page: four links a second, the first batch after a second. */
export function createPrefetcher({
  mode = "no",
  isKnown,
  fetch,
  connection,
}: PrefetchDeps): Prefetcher {
  const queue = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wanted = (link: string) =>
    prefetchAllowed(link, connection()) && !isKnown(link) && !queue.has(link);

  const batch = () => {
    timer = undefined;
    const links = [...queue].slice(0, timing.prefetchBatchSize);
    for (const link of links) {
      queue.delete(link);
      if (!isKnown(link)) fetch(link);
    }
    if (links.length > 0) timer = setTimeout(batch, timing.prefetchBatch);
  };

  const enqueue = (link: string) => {
    if (!wanted(link)) return;
    queue.add(link);
    if (timer === undefined) timer = setTimeout(batch, timing.prefetchBatch);
  };

  return {
    mode,
    shown: (link) => {
      if (mode === "all") enqueue(link);
    },
    near: (link) => {
      if (mode === "in-view") enqueue(link);
    },
    hover(link) {
      if (mode !== "hover") return () => {};
      const hovering = setTimeout(() => {
        if (wanted(link)) fetch(link);
      }, timing.prefetchHover);
      return () => clearTimeout(hovering);
    },
  };
}
