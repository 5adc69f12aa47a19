import type { View } from "../generated/view.ts";
import { ChunkLoadError } from "../lib/chunk.ts";
import type { ViewCache } from "./view-cache.ts";

/** A view cache whose implementation is a separate chunk, loaded on first use. */
export type LazyViewCache = ViewCache & {
  /** Loads the chunk before it is used. */
  preload(): void;
};

/** Creates a lazy view cache; views that are set before the chunk is there are kept and added later. */
export function createLazyViewCache(create: () => Promise<ViewCache>): LazyViewCache {
  const queued: View[] = [];
  let cache: ViewCache | undefined;
  let loading: Promise<ViewCache> | undefined;

  const load = async () => {
    loading ??= create();
    try {
      cache ??= await loading;
    } catch (cause) {
      loading = undefined; // the next call retries
      throw new ChunkLoadError("view-cache", cause);
    }
    for (const view of queued.splice(0)) cache.set(view);
    return cache;
  };

  return {
    fetch: async (link, allowStale) => (await load()).fetch(link, allowStale),
    prefetch: async (link) => (await load()).prefetch(link),
    has: (link) => cache?.has(link) ?? queued.some((view) => view.link === link),
    set: (view) => (cache ? cache.set(view) : void queued.push(view)),
    cancel: (link) => cache?.cancel(link),
    preload: () => void load().catch(() => {}),
  };
}
