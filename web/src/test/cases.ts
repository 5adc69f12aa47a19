import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The root of the repository: tests run in web/. */
const root = resolve(import.meta.dirname, "../../..");

/** Whose kinds run here; Go's run in internal/conformance from the same file. */
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

/** Kinds that nobody knows: a runner that skipped them would claim too much. */
export const unknownKinds = [...new Set(cases.map(({ kind }) => kind))].filter(
  (kind) => !serverKinds.has(kind) && !(browserKinds as readonly string[]).includes(kind),
);

export const casesOf = <T>(kind: (typeof browserKinds)[number]): (Case & T)[] =>
  cases.filter((one): one is Case & T => one.kind === kind);

/** The markup of the content cases as the server's sanitiser leaves it, by id. */
export function sanitised(): Record<string, string> {
  const text = execFileSync("go", ["run", "./cmd/tsgen", "content", file], {
    cwd: root,
    encoding: "utf8",
  });
  return JSON.parse(text);
}
