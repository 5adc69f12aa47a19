// Prints the size of the first load of every screen in brotli: the entry, the translations of a
// language, and the chunks of the early sections, each with its imports; then those of the studio. Fails above
// the budgets, and when a file of visitors has something of the studio. Run it after `npm run build`.
import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const BUDGET = 105_000;
const dist = new URL("../dist/client/", import.meta.url);
const studioDist = new URL("../dist/studio/", import.meta.url);
const manifestOf = (dir) => JSON.parse(readFileSync(new URL(".vite/manifest.json", dir), "utf8"));
const manifest = manifestOf(dist);
const studio = manifestOf(studioDist);

/** The sections of each screen in the demo content. */
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

const sizes = new Map();
function sizeOf(file, dir = dist) {
  if (!sizes.has(file)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    sizes.set(file, brotliCompressSync(readFileSync(new URL(file, dir)), { params }).length);
  }
  return sizes.get(file);
}

/** The files of manifest keys with their imports. */
function filesOf(keys, from = manifest, files = new Map()) {
  for (const key of keys) {
    const chunk = from[key];
    if (!chunk || files.has(key)) continue;
    files.set(key, chunk.file);
    filesOf(chunk.imports ?? [], from, files);
  }
  return new Set(files.values());
}

const sum = (files, dir = dist) => [...files].reduce((total, file) => total + sizeOf(file, dir), 0);
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
for (const file of filesOf(base)) console.log(`${kb(sizeOf(file))}  ${file}`);
console.log(
  `${kb(sizeOf(manifest["style.css"].file))}  ${manifest["style.css"].file} (all styles)`,
);
if (heaviest > BUDGET) {
  console.error(`size: ${kb(heaviest).trim()} is above the budget of ${kb(BUDGET).trim()}`);
  process.exitCode = 1;
}

/** The first loads of the studio, in bytes of brotli: the entry, the frame and the screen. */
const STUDIO = {
  "sign-in": [85_000, "src/sign-in/sign-in-screen.tsx"],
  "setup, invitation": [85_000, "src/link/link-screen.tsx"],
  ...Object.fromEntries(
    Object.keys(studio)
      .filter((key) => studio[key].isDynamicEntry && !/sign-in|link-screen|shell\//.test(key))
      .map((key) => [key, [190_000, "src/shell/shell.tsx", key]]),
  ),
};
console.log("studio, first-load JavaScript, brotli 11");
for (const [screen, [budget, ...keys]] of Object.entries(STUDIO)) {
  const total = sum(filesOf(["src/main.tsx", ...keys], studio), studioDist);
  console.log(`${kb(total)}  ${screen}`);
  if (total > budget) {
    console.error(`size: ${screen} of the studio is above its budget of ${kb(budget).trim()}`);
    process.exitCode = 1;
  }
}

// The files of visitors are the same with and without the studio: no source of it is in their build.
const foreign = [
  ...Object.values(manifest)
    .map(({ src = "" }) => src)
    .filter((src) => src.includes("studio/")),
  ...readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|css)$/.test(name))
    .filter((name) => readFileSync(new URL(name, dist), "utf8").includes("/studio/")),
];
if (foreign.length > 0) {
  console.error(`size: files of visitors have something of the studio: ${foreign.join(", ")}`);
  process.exitCode = 1;
}
