import type { View } from "../generated/view.ts";
import type { Views } from "./views.ts";

/** Views whose cache is a chunk of its own: nobody needs it before the first gesture. */
export type LazyViews = Views & {
  /** Loads the chunk. Called at the first sign that it will be needed. */
  warm(): void;
};

/** Puts off loading the cache until somebody asks, and remembers what it has to keep until then. */
export function lazyViews(create: () => Promise<Views>): LazyViews {
  const kept: View[] = [];
  let views: Views | undefined;
  let loading: Promise<Views> | undefined;

  const load = async () => {
    loading ??= create();
    try {
      views ??= await loading;
    } catch (error) {
      loading = undefined; // the next one who asks tries again
      throw error;
    }
    for (const view of kept.splice(0)) views.keep(view);
    return views;
  };

  return {
    ask: async (link, again) => (await load()).ask(link, again),
    isKnown: (link) => views?.isKnown(link) ?? kept.some((view) => view.link === link),
    keep: (view) => (views ? views.keep(view) : void kept.push(view)),
    cancel: (link) => views?.cancel(link),
    warm: () => void load().catch(() => {}),
  };
}
