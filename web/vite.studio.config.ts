import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import base from "./vite.config.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
