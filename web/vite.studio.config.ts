import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import base from "./vite.config.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The statement that orders the layers. */
const layers = /@layer [^{;]+;/.exec(readFileSync(at("studio/src/styles/index.css"), "utf8"))?.[0];
if (!layers) throw new Error("studio/src/styles/index.css does not order the layers");

/** Puts the order of the layers before all rules: the styles of chunks have no order of their own. */
const layersFirst: Plugin = {
  name: "layers-first",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "asset" && file.fileName.endsWith(".css")) {
        file.source = layers + String(file.source);
      }
    }
  },
};

/**
 * The build of the studio (dist/studio, with its own manifest). The site's build does not know of it: the
 * files of visitors are the same with and without the studio.
 */
export default defineConfig((env) => {
  const { css = {}, cacheDir = "", build } = base({ ...env, isSsrBuild: false });
  return {
    root: at("studio"),
    base: "/studio/",
    publicDir: false,
    plugins: [layersFirst],
    css,
    cacheDir,
    build: {
      outDir: at("dist/studio"),
      emptyOutDir: true,
      manifest: true,
      target: build?.target ?? "es2023",
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        // "use client" of TanStack Query is for frameworks with server components.
        onLog: (level, log, handle) => {
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
        },
        input: at("studio/src/main.tsx"),
        output: {
          codeSplitting: {
            groups: [{ name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
          },
        },
      },
    },
  };
});
