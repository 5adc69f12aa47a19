import type { SectionKind } from "../generated/view.ts";
import type { AnySection, Sections } from "./section-registry.ts";

const modules = import.meta.glob<AnySection>("../sections/*/*.tsx", {
  eager: true,
  import: "default",
});

const components = new Map<string, AnySection>();
for (const [path, component] of Object.entries(modules)) {
  const [, folder, file] = /\/([\w-]+)\/([\w-]+)\.tsx$/.exec(path) ?? [];
  if (folder !== undefined && folder === file) components.set(folder, component);
}

/** On the server every section is at hand. */
export const serverSections: Sections = {
  get: (kind: SectionKind) => components.get(kind),
  knows: (kind: SectionKind) => components.has(kind),
  load: async () => {},
};
