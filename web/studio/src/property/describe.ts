import { groupDigits } from "../../../src/lib/format.ts";
import type { Describe } from "../api/decide.ts";
import type { FormField, FormTab } from "../generated/forms.ts";
import { common } from "../words/common.ts";
import type { StudioLang } from "../words/words.ts";
import { fieldOf } from "./field-of.ts";
import type { Lists } from "./lists.ts";
import { formWords } from "./words.ts";

/** The tab of a path, "" for none. */
export const tabOf = (tabs: FormTab[], path: string): string => {
  const field = fieldOf(tabs, path) ?? firstBelow(tabs, path);
  return tabs.find(({ fields }) => field && fields.includes(field))?.name ?? "";
};

/** The first field of an object: of "price" that of "price.amount". */
const firstBelow = (tabs: FormTab[], path: string): FormField | undefined =>
  tabs.flatMap(({ fields }) => fields).find((field) => field.path.startsWith(`${path}.`));

/** The path of the element that a line of the checklist leads to. */
export function targetOf(tabs: FormTab[], path: string, languages: string[]): string {
  const field = fieldOf(tabs, path) ?? firstBelow(tabs, path);
  if (!field) return path;
  if (field.control === "position") return `${field.path}.lat`;
  const isOne = path.startsWith(field.path) && languages.includes(path.split(".").at(-1) ?? "");
  if (!field.languages || field.control === "phases") return field.path;
  return isOne ? path : `${field.path}.${languages[0]}`;
}

/** A text of this length is told by its length. */
const LONG = 160;

/** Says what a path and its value are, in the words of the form. */
export function describeWith(tabs: FormTab[], lists: Lists, lang: StudioLang): Describe {
  const t = formWords[lang];
  const names = common[lang].languages;
  return (path, value) => {
    const field = fieldOf(tabs, path);
    const language = field?.languages ? names[path.split(".").at(-1) ?? ""] : undefined;
    const label = [field?.label[lang] ?? path, language].filter(Boolean).join(" · ");
    const one = (value: unknown): string => {
      if (value === null || value === undefined || value === "") return "";
      const list = lists[field?.list ?? ""] ?? [];
      const option =
        field?.options?.find((option) => option.value === value)?.label[lang] ??
        list.find(({ id, slug }) => id === value || slug === value)?.name;
      if (option) return option;
      if (typeof value === "boolean") return value ? t.yes : t.no;
      if (typeof value === "number") {
        return [Number.isInteger(value) ? groupDigits(value) : String(value), field?.unit]
          .filter(Boolean)
          .join(" ");
      }
      if (typeof value === "string") return value.replaceAll(/<[^>]*>/g, " ").trim();
      return t.entries(Object.keys(value).length);
    };
    const isPlain = (entry: unknown) => typeof entry !== "object";
    if (!Array.isArray(value)) return { label, text: one(value) };
    return {
      label,
      text: value.every(isPlain) ? value.map(one).join(", ") : t.entries(value.length),
    };
  };
}

/** A text for a line of differences. */
export const shortened = (text: string): string =>
  text.length > LONG ? `${text.slice(0, LONG)}…` : text;
