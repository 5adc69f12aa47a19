import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The root of the repository: tests run in web/. */
const root = resolve(import.meta.dirname, "../../..");

/** The kinds of cases that run here; internal/conformance runs the others of the same file. */
export const browserKinds = [
  "link-click",
  "prefetch",
  "prefetch-allowed",
  "link-href",
  "link-external",
  "content",
] as const;

const serverKinds = new Set(
  `parse stringify normalize flag-name match date-validate api api-error totals entity-link title
   listing-slug city-title handler redirect ssr legacy-redirect`.split(/\s+/),
);

export type Case = { id: string; kind: string; why: string; want: unknown } & Record<
  string,
  unknown
>;

const file = process.env.ESTATE_CASES
  ? resolve(root, process.env.ESTATE_CASES)
  : resolve(root, "testdata/cases.json");

export const cases: Case[] = JSON.parse(readFileSync(file, "utf8"));

/** Unknown kinds, which would be skipped silently. */
export const unknownKinds = [...new Set(cases.map(({ kind }) => kind))].filter(
  (kind) => !serverKinds.has(kind) && !(browserKinds as readonly string[]).includes(kind),
);

/** The known fields of each kind, nested ones as "in.link". */
const fields: Record<(typeof browserKinds)[number], string> = {
  "link-click": `in in.link in.target in.scroll in.event in.menu_open
    want want.navigates want.prevented want.scrolled want.on_click want.menu_open`,
  prefetch: `mode links ready fetching opt_out connection connection.saveData connection.effectiveType
    events events.at_ms events.type events.link want want.at_ms want.fetched`,
  "prefetch-allowed": "in in.link in.connection want",
  "link-href": "in settings settings.site settings.url settings.replace want",
  "link-external": "in want",
  content: `html settings settings.site settings.url
    want want.select want.count want.attrs want.absent want.text want.no_comments want.component`,
};

/** "id field" of every unknown field, which would not be compared. */
export const unknownFields = cases.flatMap((one) => {
  const kind = browserKinds.find((name) => name === one.kind);
  if (!kind) return [];
  const known = new Set(`id kind why authority ${fields[kind]}`.split(/\s+/));
  return fieldsOf(one)
    .filter((field) => !known.has(field))
    .map((field) => `${one.id} ${field}`);
});

/** The names of a case's fields, nested ones as "in.link". */
function fieldsOf(one: Case): string[] {
  return Object.entries(one).flatMap(([name, value]) => {
    const inner = (Array.isArray(value) ? value : [value]).filter(
      (item) => item !== null && typeof item === "object",
    );
    return [name, ...inner.flatMap((item) => Object.keys(item).map((key) => `${name}.${key}`))];
  });
}

export const casesOf = <T>(kind: (typeof browserKinds)[number]): (Case & T)[] =>
  cases.filter((one): one is Case & T => one.kind === kind);

/** The sanitised markup of the content cases by id. */
export function sanitised(): Record<string, string> {
  const text = execFileSync("go", ["run", "./cmd/tsgen", "content", file], {
    cwd: root,
    encoding: "utf8",
  });
  return JSON.parse(text);
}
