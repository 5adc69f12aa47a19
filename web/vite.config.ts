import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { Features } from "lightningcss";
import { defineConfig } from "vitest/config";
import { sectionURLs } from "./scripts/section-urls.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// React's string renderer alone. The public "react-dom/server" brings the
// streaming one too, twice the size, with built-ins of a platform.
const stringRenderer = at(
  "../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
);

/**
 * Two builds of the same components. `vite build` makes what browsers load
 * (dist/client, with a manifest); `vite build --ssr` makes one self-contained
 * module for the render workers (dist/server/entry-server.js).
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), sectionURLs()],
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
    // Pages come from the Go server; hot reload talks to Vite itself.
    hmr: { clientPort: 5173 },
    // Dictionaries stand beside this folder, and Go reads them too.
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
        // The document names what to preload. Helpers for later chunks would cost every first load.
        modulePreload: false,
        cssCodeSplit: false,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ["src/entry-client.tsx", "src/boot.ts"],
          output: {
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              ],
            },
          },
        },
      },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
  },
}));
