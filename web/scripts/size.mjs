// Says what the browser loads before anything can be clicked, in brotli as the server sends it:
// the entry, the words of a language, and the chunks of a screen's first sections, each with its imports.
// Fails above the budget. Run after `npm run build`.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const BUDGET = 105_000;
const dist = new URL("../dist/client/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

/** The sections that the screens of the demo content are made of. */
const screens = {
  home: "home properties property-carousel locations services about blog-section shortlinks link banner intro",
  results: "property-archive",
  property: "property properties property-carousel",
  development: "development properties property-carousel",
  page: "page content column-text contact image intro link services",
  blog: "blog-archive",
  post: "post blog-section properties",
  favorites: "favorites",
  error: "page-error",
};

const kinds = Object.keys(manifest)
  .map((key) => /^src\/sections\/([\w-]+)\/\1\.tsx$/.exec(key)?.[1])
  .filter(Boolean);

const weights = new Map();
function weigh(file) {
  if (!weights.has(file)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    weights.set(file, brotliCompressSync(readFileSync(new URL(file, dist)), { params }).length);
  }
  return weights.get(file);
}

/** The files of some keys of the manifest, with everything that they import. */
function filesOf(keys, found = new Map()) {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || found.has(key)) continue;
    found.set(key, chunk.file);
    filesOf(chunk.imports ?? [], found);
  }
  return new Set(found.values());
}

const sum = (files) => [...files].reduce((total, file) => total + weigh(file), 0);
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`.padStart(9);

const base = ["src/boot.ts", "src/entry-client.tsx", "src/i18n/en.ts"];
const catalog = readFileSync(new URL("../src/generated/catalog.ts", import.meta.url), "utf8");
const EARLY = Number(/earlySections = (\d+)/.exec(catalog)[1]);

/** A page of all sections, in the order of testdata/views/page-everything.en.json. */
const loads = { ...screens, "all sections": kinds.toSorted().join(" ") };
let heaviest = 0;
console.log("first-load JavaScript, brotli 11");
for (const [screen, sections] of Object.entries(loads)) {
  const keys = sections
    .split(" ")
    .slice(0, EARLY)
    .map((kind) => `src/sections/${kind}/${kind}.tsx`);
  const total = sum(filesOf([...base, ...keys]));
  heaviest = Math.max(heaviest, total);
  console.log(`${kb(total)}  ${screen}`);
}
console.log("of which");
for (const file of filesOf(base)) console.log(`${kb(weigh(file))}  ${file}`);
console.log(`${kb(weigh(manifest["style.css"].file))}  ${manifest["style.css"].file} (all styles)`);
if (heaviest > BUDGET) {
  console.error(`size: ${kb(heaviest).trim()} is above the budget of ${kb(BUDGET).trim()}`);
  process.exitCode = 1;
}
