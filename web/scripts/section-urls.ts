import { readdirSync } from "node:fs";
import type { Plugin } from "vite";

const MODULE = "virtual:section-urls";
const kinds = readdirSync(new URL("../src/sections/", import.meta.url));
const sourceOf = (kind: string) => `/src/sections/${kind}/${kind}.tsx`;
const placeholderOf = (kind: string) => `section-url:${kind}:`;

/**
 * Provides the module "virtual:section-urls": the URL of every section's chunk by kind. A browser
 * remembers a failed or hanging import by its URL, so a retry imports the chunk with another query.
 */
export function sectionURLs(): Plugin {
  let bundles = false;
  return {
    name: "section-urls",
    configResolved({ command }) {
      bundles = command === "build";
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const urls = kinds.map((kind) => [kind, bundles ? placeholderOf(kind) : sourceOf(kind)]);
      return `export default ${JSON.stringify(Object.fromEntries(urls))};`;
    },
    // File names are known only now. The importing chunk's own hash already covers them, because
    // the chunk also imports every section.
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      for (const kind of kinds) {
        const section = chunks.find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith(sourceOf(kind)),
        );
        if (!section) continue;
        for (const chunk of chunks)
          chunk.code = chunk.code.replaceAll(placeholderOf(kind), `/${section.fileName}`);
      }
    },
  };
}
