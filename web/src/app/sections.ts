import urls from "virtual:section-urls";
import type { SectionKind } from "../generated/view.ts";
import { ChunkLoadError, withTimeout } from "../lib/chunk.ts";
import { timing } from "../lib/timing.ts";
import { loaders } from "./section-loaders.ts";
import type { SectionComponent, SectionLoaders, SectionRegistry } from "./section-registry.ts";

type Loader = () => Promise<{ default: SectionComponent }>;

/** Loads a section's chunk again after a failure; attempt counts the failures. */
export type SectionReloader = (
  kind: SectionKind,
  attempt: number,
) => Promise<{ default: SectionComponent }>;

/**
 * Imports the chunk with another query. Under the same URL the browser would return the failure, or
 * wait for the import that hangs.
 */
const reloadChunk: SectionReloader = (kind, attempt) => {
  const url = new URL(urls[kind], window.location.href);
  url.searchParams.set("retry", String(attempt));
  return import(/* @vite-ignore */ url.href);
};

/** Creates the registry in the browser. A failed load is logged and retried by the next load. */
export function createSectionRegistry(
  known: Partial<SectionLoaders> = loaders,
  reload: SectionReloader = reloadChunk,
): SectionRegistry {
  const loaded = new Map<SectionKind, SectionComponent>();
  const failures = new Map<SectionKind, number>();
  const pending = new Map<SectionKind, Promise<void>>();

  const load = async (kind: SectionKind) => {
    const loader: Loader | undefined = known[kind];
    if (!loader || loaded.has(kind)) return;
    const attempt = failures.get(kind) ?? 0;
    try {
      const module = attempt > 0 ? reload(kind, attempt) : loader();
      loaded.set(kind, (await withTimeout(module, timing.chunkTimeout)).default);
    } catch (cause) {
      failures.set(kind, attempt + 1);
      console.error(new ChunkLoadError(kind, cause));
    }
  };

  return {
    get: (kind) => loaded.get(kind),
    has: (kind) => known[kind] !== undefined,
    load: async (kinds) => {
      await Promise.all([...new Set(kinds)].map(load));
    },
    loadWhenIdle: (kinds) => {
      for (const kind of kinds) {
        if (loaded.has(kind) || pending.has(kind)) continue;
        const loading = idle().then(() => load(kind));
        pending.set(
          kind,
          loading.finally(() => pending.delete(kind)),
        );
      }
    },
    pending: (kind) => pending.get(kind),
    settled: () => (pending.size > 0 ? Promise.all(pending.values()) : undefined),
  };
}

/** Resolves when the browser is idle, at the latest after a second. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 200);
  });
