import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import base from "./vite.config.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page of all UI parts (ui/), for development only. */
export default defineConfig((env) => {
  const { plugins = [], css = {}, cacheDir = "", server } = base({ ...env, isSsrBuild: false });
  return {
    root: at("ui"),
    publicDir: at("public"),
    plugins,
    css,
    cacheDir,
    server: { host: "127.0.0.1", port: 5174, strictPort: true, fs: server?.fs ?? {} },
    build: {
      outDir: at("dist/ui"),
      emptyOutDir: true,
      rolldownOptions: { input: at("ui/index.html") },
    },
    preview: { host: "127.0.0.1", strictPort: true },
  };
});
