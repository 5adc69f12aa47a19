import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seedSections } from "./section-pages.ts";
import { program } from "./serve.ts";

/** A host that the site must never contact or link a script of. */
export const hostileHost = "evil.example";

const run = "window.hostile=1";

/** Texts that run a script, or load something, where a part of the site forgets to escape. */
const texts = [
  `"><img src=//${hostileHost}/x.png onerror="${run}">`,
  `</script><script>${run}</script>`,
  `' onmouseover='${run}' autofocus onfocus='${run}' x='`,
  `<svg onload="${run}"><a href="javascript:${run}">x</a></svg>`,
  `</style><style>@import "//${hostileHost}/x.css"</style>`,
  `<iframe srcdoc="<script>parent.hostile=1</script>"></iframe><base href="//${hostileHost}/">`,
  `<meta http-equiv=refresh content="0;url=//${hostileHost}/">`,
  `</title></textarea></noscript><script src=//${hostileHost}/x.js></script>`,
];

/** The same for fields that hold an address. */
const addresses = [
  `javascript:${run}`,
  ` java\tscript:${run}//`,
  `data:text/html,<script>${run}</script>`,
  `//${hostileHost}/page/`,
  `https://${hostileHost}/x.jpg" onerror="${run}`,
];

/** Fields that say what an entity is: with another value it would not be on a page. */
const kept = new Set([
  ...[
    "id",
    "type",
    "slug",
    "status",
    "date",
    "at",
    "modified",
    "learned",
    "lang",
    "taxonomy",
    "mime_type",
  ],
  ...["alternative_links", "acf_fc_layout", "header_type", "reference", "currency", "mode"],
  ...["precision", "sort", "collections", "badges", "features", "availability"],
]);

const isAddress = /^(\/|https?:|mailto:|tel:)/;

let count = 0;

function poison(value: unknown, key: string, depth: number): unknown {
  if (kept.has(key) || (key === "link" && depth === 1)) return value;
  if (Array.isArray(value)) return value.map((item) => poison(item, key, depth + 1));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, poison(item, name, depth + 1)]),
    );
  if (typeof value !== "string" || value === "") return value;
  count++;
  if (!isAddress.test(value)) return value + texts[count % texts.length];
  // Every second address stays, so that pictures and links are on the pages too.
  return count % 2 === 0 ? value : addresses[count % addresses.length];
}

/** Seeds a store with the demo and a page of all sections, with hostile texts in every field of every kind. */
export function seedHostile(data: string): void {
  seedSections(data);
  const file = join(data, "content.jsonl");
  const estate = (...args: string[]) => execFileSync(program, args, { stdio: "ignore" });
  estate("export", "--data", data, file);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const hostile = lines.map((line) => {
    const { kind, data: entity, ...rest } = JSON.parse(line);
    if (kind === "estate" || kind === "redirect") return line;
    return JSON.stringify({ ...rest, kind, data: poison(entity, "", 0) });
  });
  writeFileSync(file, hostile.join("\n"));
  estate("import", "--data", data, file);
}
