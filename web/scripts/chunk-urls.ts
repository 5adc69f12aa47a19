import { readdirSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const QUERY = "?chunk-url";
const SECTIONS = "virtual:section-urls";
const PREFIX = "\0chunk-url:";
const placeholderOf = (source: string) => `chunk-url:${source}:`;
const PLACEHOLDER = /chunk-url:(\/[^:"'`]+):/g;

/**
 * Provides the URL of the chunk of a module that is imported dynamically: `import url from
 * "./module.tsx?chunk-url"`, in the file that imports the module; and "virtual:section-urls", the URL
 * of every section's chunk by kind. A browser remembers a failed or hanging import by its URL, so
 * another attempt imports the chunk with another query (src/lib/chunk.ts).
 */
export function chunkURLs(): Plugin {
  let bundles = false;
  let forServer = false;
  return {
    name: "chunk-urls",
    enforce: "pre",
    configResolved(config) {
      bundles = config.command === "build";
      forServer = Boolean(config.build.ssr);
    },
    resolveId(id, importer) {
      if (id === SECTIONS) return `\0${SECTIONS}`;
      if (!id.endsWith(QUERY)) return undefined;
      const path = id.slice(0, -QUERY.length);
      if (path.startsWith("/")) return PREFIX + path;
      return `${PREFIX}/${relative(WEB, resolve(dirname(importer ?? WEB), path))}`;
    },
    load(id) {
      if (id === `\0${SECTIONS}`) return sectionURLs();
      if (!id.startsWith(PREFIX)) return undefined;
      const source = id.slice(PREFIX.length);
      return `export default ${JSON.stringify(bundles ? placeholderOf(source) : source)};`;
    },
    // File names are known only now. The importing chunk's own hash already covers them, because
    // the chunk also imports what it names. The server's bundle is one file, and loads no chunk.
    generateBundle(_options, bundle) {
      if (forServer) return;
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const urlOf = (_match: string, source: string) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
        if (!chunk) this.error(`${source} has no chunk of its own: import it dynamically`);
        return `/${chunk.fileName}`;
      };
      for (const chunk of chunks) chunk.code = chunk.code.replace(PLACEHOLDER, urlOf);
    },
  };
}

function sectionURLs(): string {
  const kinds = readdirSync(new URL("../src/sections/", import.meta.url));
  const imports = kinds.map(
    (kind, index) => `import url${index} from "/src/sections/${kind}/${kind}.tsx${QUERY}";`,
  );
  const entries = kinds.map((kind, index) => `${JSON.stringify(kind)}: url${index}`);
  return `${imports.join("\n")}\nexport default { ${entries.join(", ")} };`;
}
