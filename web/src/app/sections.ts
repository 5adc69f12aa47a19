import urls from "virtual:section-urls";
import type { SectionKind } from "../generated/view.ts";
import { reloadChunk, repeatableLoad } from "../lib/chunk.ts";
import { idle } from "../lib/idle.ts";
import { loaders } from "./section-loaders.ts";
import type { SectionComponent, SectionLoaders, SectionRegistry } from "./section-registry.ts";

type Loader = () => Promise<{ default: SectionComponent }>;

/** Loads a section's chunk again after a failure; attempt counts the failures. */
export type SectionReloader = (
  kind: SectionKind,
  attempt: number,
) => Promise<{ default: SectionComponent }>;

const reloadSection: SectionReloader = (kind, attempt) => reloadChunk(urls[kind], attempt);

/** Creates the registry in the browser. A failed load is logged and retried by the next load. */
export function createSectionRegistry(
  known: Partial<SectionLoaders> = loaders,
  reload: SectionReloader = reloadSection,
): SectionRegistry {
  const loaded = new Map<SectionKind, SectionComponent>();
  const loads = new Map<SectionKind, Loader>();
  const pending = new Map<SectionKind, Promise<void>>();

  const loadOf = (kind: SectionKind, loader: Loader) => {
    const load = loads.get(kind) ?? repeatableLoad(kind, loader, (count) => reload(kind, count));
    loads.set(kind, load);
    return load;
  };

  const load = async (kind: SectionKind) => {
    const loader: Loader | undefined = known[kind];
    if (!loader || loaded.has(kind)) return;
    try {
      loaded.set(kind, (await loadOf(kind, loader)()).default);
    } catch (cause) {
      console.error(cause);
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
