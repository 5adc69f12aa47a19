import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { Features } from "lightningcss";
import { defineConfig } from "vitest/config";
import { chunkURLs } from "./scripts/chunk-urls.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// React's string renderer only. The public "react-dom/server" also has the
// streaming one, which doubles the size and needs built-ins of the platform.
const stringRenderer = at(
  "../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
);

/**
 * Two builds of the same components: `vite build` for browsers (dist/client, with
 * a manifest), `vite build --ssr` for the render workers (one module without
 * imports, dist/server/entry-server.js).
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), chunkURLs()],
  resolve: {
    alias:
      command === "build" && isSsrBuild
        ? [{ find: /^react-dom\/server$/, replacement: stringRenderer }]
        : [],
  },
  define: isSsrBuild ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
  css: {
    transformer: "lightningcss",
    lightningcss: {
      drafts: { customMedia: true },
      include: Features.Nesting,
      cssModules: { pattern: "[local]_[hash]" },
    },
  },
  ssr: { noExternal: true, target: "webworker" },
  cacheDir: at("../node_modules/.vite"),
  server: {
    host: "127.0.0.1",
    port: 5173,
    strictPort: true,
    // The Go server serves the pages; hot reload connects to Vite directly.
    hmr: { clientPort: 5173 },
    // The dictionaries are outside this folder, because Go reads them too.
    fs: { allow: [at("."), at("../locales"), at("../node_modules")] },
  },
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: "dist/server",
        target: "es2023",
        minify: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: "src/entry-server.tsx",
          output: { format: "es", entryFileNames: "entry-server.js", codeSplitting: false },
        },
      }
    : {
        outDir: "dist/client",
        manifest: true,
        target: ["chrome111", "edge111", "firefox114", "safari16.4"],
        // The document names the modules to preload; Vite's helper would add to every first load.
        modulePreload: false,
        // The map library is one chunk, which loads when a map is opened.
        chunkSizeWarningLimit: 1200,
        cssCodeSplit: false,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ["src/entry-client.tsx", "src/boot.ts"],
          output: {
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                // Every page needs these small modules; the document names each chunk.
                {
                  name: "base",
                  test: /src[\\/](lib[\\/](chunk|repeatable-lazy|store|timing)|ui[\\/]cx|features[\\/]navigation[\\/](navigation|prefetch-link))\.ts$/,
                },
              ],
            },
          },
        },
      },
  test: {
    environment: "jsdom",
    pool: "vmThreads", // one jsdom a worker instead of one a file: a third of the time
    include: ["{src,studio}/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    testTimeout: 30_000, // a busy machine is slow, and one test compiles a command
  },
}));
