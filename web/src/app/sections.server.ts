import type { SectionKind } from "../generated/view.ts";
import type { SectionComponent, SectionRegistry } from "./section-registry.ts";

const modules = import.meta.glob<{ default?: SectionComponent }>(
  ["../sections/*/*.tsx", "!../sections/*/*.test.tsx"],
  { eager: true },
);

const components = new Map<string, SectionComponent>();
for (const [path, { default: component }] of Object.entries(modules)) {
  // The component of a section is <kind>/<kind>.tsx; its folder may hold other files.
  const [, folder, file] = /\/([\w-]+)\/([\w-]+)\.tsx$/.exec(path) ?? [];
  if (component && folder !== undefined && folder === file) components.set(folder, component);
}

/** The registry on the server, where every section is loaded. */
export const serverSections: SectionRegistry = {
  get: (kind: SectionKind) => components.get(kind),
  has: (kind: SectionKind) => components.has(kind),
  load: async () => {},
  loadWhenIdle: () => {},
  pending: () => undefined,
  settled: () => undefined,
};
