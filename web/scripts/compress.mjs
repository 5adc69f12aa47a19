// Writes a brotli copy (.br) of every text file of the builds for browsers, so that the server does not
// compress assets itself. Last step of `npm run build`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const builds = ["../dist/client/", "../dist/studio/"].map((dir) => new URL(dir, import.meta.url));
const text = /\.(m?js|css|svg|json|txt|webmanifest)$/;

for (const dist of builds) {
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!text.test(name) || name.startsWith(".vite")) continue;
    const body = readFileSync(new URL(name, dist));
    const compressed = brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
    if (compressed.length < body.length) writeFileSync(new URL(`${name}.br`, dist), compressed);
  }
}
