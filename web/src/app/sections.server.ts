import type { SectionKind } from "../generated/view.ts";
import type { AnySection, Sections } from "./section-registry.ts";

const modules = import.meta.glob<{ default?: AnySection }>(
  ["../sections/*/*.tsx", "!../sections/*/*.test.tsx"],
  { eager: true },
);

const components = new Map<string, AnySection>();
for (const [path, { default: component }] of Object.entries(modules)) {
  // A section's folder may hold further components; its own file bears its name.
  const [, folder, file] = /\/([\w-]+)\/([\w-]+)\.tsx$/.exec(path) ?? [];
  if (component && folder !== undefined && folder === file) components.set(folder, component);
}

/** On the server every section is at hand. */
export const serverSections: Sections = {
  get: (kind: SectionKind) => components.get(kind),
  knows: (kind: SectionKind) => components.has(kind),
  load: async () => {},
  loadLater: () => {},
  waiting: () => undefined,
  settled: () => undefined,
};
