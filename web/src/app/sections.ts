import type { SectionKind } from "../generated/view.ts";
import { ChunkLoadError, importAgain, withTimeout } from "../lib/chunk.ts";
import { timing } from "../lib/timing.ts";
import { loaders } from "./section-loaders.ts";
import type { AnySection, SectionLoaders, Sections } from "./section-registry.ts";

type AnyLoader = () => Promise<{ default: AnySection }>;

/** Sections by kind; those that are not loaded yet, or failed to, are undefined. */
export function createSections(known: Partial<SectionLoaders> = loaders): Sections {
  const loaded = new Map<SectionKind, AnySection>();
  const failed = new Set<SectionKind>();
  const later = new Map<SectionKind, Promise<void>>();

  const load = async (kind: SectionKind) => {
    const loader: AnyLoader | undefined = known[kind];
    if (!loader || loaded.has(kind)) return;
    try {
      const module = failed.has(kind) ? importAgain(loader) : loader();
      loaded.set(kind, (await withTimeout(module, timing.chunkTimeout)).default);
    } catch (cause) {
      failed.add(kind);
      console.error(new ChunkLoadError(kind, cause));
    }
  };

  return {
    get: (kind) => loaded.get(kind),
    knows: (kind) => known[kind] !== undefined,
    load: async (kinds) => {
      await Promise.all([...new Set(kinds)].map(load));
    },
    loadLater: (kinds) => {
      for (const kind of kinds) {
        if (loaded.has(kind) || later.has(kind)) continue;
        const done = idle().then(() => load(kind));
        later.set(
          kind,
          done.finally(() => later.delete(kind)),
        );
      }
    },
    waiting: (kind) => later.get(kind),
    settled: () => (later.size > 0 ? Promise.all(later.values()) : undefined),
  };
}

/** A moment when the browser rests; at the latest after a second. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 200);
  });
