import type { Change } from "../generated/api.ts";
import type { agencyWords } from "./words.ts";

type Words = (typeof agencyWords)["en"];
type Label = { [K in keyof Words]: Words[K] extends string ? K : never }[keyof Words];

/** A field of the form. Paths are those of the document; a field of several languages has one path for each. */
export type Field = {
  path: string;
  label: Label;
  help?: Label;
  kind: "text" | "lines" | "number" | "mail" | "phone" | "logo";
  languages?: boolean;
};

/** A group of fields with a heading. On a desk the groups stand in two columns. */
export type Group = { title: Label; help?: Label; column: 1 | 2; fields: Field[] };

/** The form without the social networks, which are a list. */
export const groups: Group[] = [
  {
    title: "identity",
    column: 1,
    fields: [
      { path: "site_title", label: "name", kind: "text" },
      { path: "tagline", label: "tagline", kind: "text", languages: true },
    ],
  },
  {
    title: "contact",
    column: 1,
    fields: [
      { path: "phone_1", label: "phone1", kind: "phone" },
      { path: "phone_2", label: "phone2", kind: "phone" },
      { path: "mail_1", label: "mail1", kind: "mail" },
      { path: "mail_2", label: "mail2", kind: "mail" },
    ],
  },
  {
    title: "place",
    help: "lines",
    column: 2,
    fields: [
      { path: "address", label: "address", kind: "lines", languages: true },
      { path: "hours", label: "hours", kind: "lines", languages: true },
    ],
  },
  {
    title: "company",
    column: 2,
    fields: [
      { path: "company", label: "companyName", help: "companyHelp", kind: "text" },
      { path: "legal_note", label: "legalNote", kind: "lines", languages: true },
    ],
  },
  {
    title: "numbers",
    help: "numbersHelp",
    column: 1,
    fields: [
      { path: "agents", label: "agents", kind: "number" },
      { path: "years", label: "years", kind: "number" },
    ],
  },
  {
    title: "logos",
    help: "logosHelp",
    column: 2,
    fields: [
      { path: "logo_light", label: "logoLight", kind: "logo" },
      { path: "logo_light_mobile", label: "logoLightMobile", kind: "logo" },
      { path: "logo_dark_mobile", label: "logoDarkMobile", kind: "logo" },
    ],
  },
];

/** Says what a path and its value are in the dialog of a conflict. */
export const describe =
  (t: Words) =>
  (path: string, value: unknown): { label: string; text: string } => {
    const [base = "", lang] = path.split(".");
    const field = groups.flatMap(({ fields }) => fields).find((one) => one.path === base);
    const name = field ? t[field.label] : t.social;
    const text = Array.isArray(value)
      ? (value as Network[]).map((network) => network.name).join(", ")
      : String(value ?? "");
    return { label: lang ? `${name} · ${t.lang[lang] ?? lang}` : name, text };
  };

/** A page of the agency in a social network. */
export type Network = { name: string; url: string };

export const SOCIAL = "social";

/** What the user has changed, by path: the value that they saw, and the new one. */
export type Edits = Record<string, { from: unknown; to: unknown }>;

export const isEdits = (value: unknown): value is Edits =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((edit) => typeof edit === "object" && edit !== null && "to" in edit);

/** The value at a path of a document, null for none. */
export function valueAt(doc: unknown, path: string): unknown {
  let value = doc;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null) return null;
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : null;
  }
  return value ?? null;
}

/** Absent, null, "", 0 and an empty list are the same: no value. */
const isNone = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0);

const isEqual = (a: unknown, b: unknown) =>
  (isNone(a) && isNone(b)) || JSON.stringify(a) === JSON.stringify(b);

/** The edits with a new value at a path. An edit that restores what is stored is none. */
export function edit(edits: Edits, doc: unknown, path: string, to: unknown): Edits {
  const from = edits[path] ? edits[path].from : valueAt(doc, path);
  const { [path]: _, ...rest } = edits;
  return isEqual(from, to) ? rest : { ...rest, [path]: { from, to } };
}

/** The value that the form shows at a path. */
export const shownAt = (edits: Edits, doc: unknown, path: string): unknown =>
  edits[path] ? edits[path].to : valueAt(doc, path);

/** The edits as the API takes them: texts without space around them, lists without empty entries. */
export function changesOf(edits: Edits): Change[] {
  return Object.entries(edits).map(([path, { from, to }]) => ({ path, from, to: tidy(to) }));
}

function tidy(value: unknown): unknown {
  if (typeof value === "string") return value.trim() || null;
  if (Array.isArray(value)) {
    const list = (value as Network[])
      .map(({ name, url }) => ({ name: name.trim(), url: url.trim() }))
      .filter(({ name, url }) => name || url);
    return list.length ? list : null;
  }
  return value;
}

/** The edits that are left when some were sent: those that were made meanwhile. */
export const withoutSent = (edits: Edits, sent: Edits): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([path, { to }]) => sent[path]?.to !== to));

/** The number that was typed; null for an empty field, the text itself where it is none, which the server refuses. */
export function readCount(text: string): number | string | null {
  const digits = text.trim();
  if (!digits) return null;
  return /^\d{1,6}$/.test(digits) ? Number(digits) : digits;
}
