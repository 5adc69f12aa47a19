import { Fragment, type ReactNode } from "react";
import { groupDigits } from "../../../src/lib/format.ts";
import { Link } from "../app/router.tsx";
import { enquiryPath } from "../enquiries/path.ts";
import type { Change, LogEntry } from "../generated/api.ts";
import { forms } from "../generated/forms.ts";
import { fieldOf } from "../property/field-of.ts";
import type { StudioLang } from "../words/words.ts";
import { logWords } from "./words.ts";

/** Texts that are longer stand in no sentence. */
const MAX_TEXT = 60;

const MONEY = new Set(["price.amount"]);

type Words = (typeof logWords)["en"];

/**
 * The sentence of an entry: "María changed the price of ZRE1001P from 1.250.000 € to 1.190.000 €". Person and
 * object are emphasised.
 */
export function sentenceOfEntry(entry: LogEntry, lang: StudioLang): ReactNode {
  const t = logWords[lang];
  const { changes = [] } = entry;
  const event = eventOf(entry, t);
  if (event) return event;
  const act = t.act[entry.action];
  if (act) return fill(act, { by: <b>{entry.by}</b>, name: <b>{entry.name}</b> });
  const name = entry.type === "settings" ? t.agency : (entry.name ?? `${entry.type} ${entry.id}`);
  const values: Record<string, ReactNode> = {
    by: <b>{entry.by}</b>,
    name: entry.type === "settings" ? name : <b>{name}</b>,
  };
  const [only, ...others] = changes;
  const isUndo = entry.via === "undo";
  if (!only) return fill(t.other, values);
  if (others.length > 0) {
    const fields = changes.map(({ path }) => fieldName(path, t, lang));
    values.fields = new Intl.ListFormat(lang, { type: "conjunction" }).format([...new Set(fields)]);
    return fill(isUndo ? t.backText : t.several, values);
  }
  values.field = fieldName(only.path, t, lang);
  values.fields = values.field;
  values.from = valueText(only.path, only.from, t, lang);
  values.to = valueText(only.path, only.to, t, lang);
  return fill(template(only, isUndo, t, values), values);
}

/** The sentence of what was done about an enquiry or a saved search; null for a change of content. */
function eventOf({ type, action, name = "", by, changes }: LogEntry, t: Words): ReactNode {
  const to = changes?.[0]?.to;
  const kind = action === "assign" && !to ? "unassign" : action;
  const sentence = t.event[`${type} ${kind}`];
  if (!sentence) return null;
  const value = typeof to === "number" ? t.enquiries(to) : String(to ?? "");
  const enquiry = t.enquiry.replace("{{number}}", name.split(":").at(-1) ?? "");
  return fill(sentence, {
    by: <b>{by}</b>,
    name: action === "remove" ? <b>{enquiry}</b> : <Link to={enquiryPath(name)}>{enquiry}</Link>,
    to: action === "state" ? (t.enquiryState[value] ?? value) : value,
  });
}

function template({ path, from, to }: Change, isUndo: boolean, t: Words, values: Values): string {
  if (isUndo) return values.to && !isNone(to) ? t.back : t.backText;
  if (path === "availability" && !isNone(to)) return t.marked;
  if (path === "price.on_ask") return to === true ? t.onAsk : t.notOnAsk;
  if (isNone(to)) return t.cleared;
  if (!values.to) return t.changedText;
  return isNone(from) || !values.from ? t.set : t.changed;
}

type Values = Record<string, ReactNode>;

/** A template with its values in place. */
function fill(text: string, values: Values): ReactNode {
  return text.split(/\{\{(\w+)\}\}/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a template have their order only
    <Fragment key={index}>{index % 2 ? values[part] : part}</Fragment>
  ));
}

const tabs = [...forms.properties, ...forms.developments];

const quoted = (text: string, lang: StudioLang) => (lang === "es" ? `«${text}»` : `“${text}”`);

/** The name of a field: of its path, of the path without its language, or that of the form. */
function fieldName(path: string, t: Words, lang: StudioLang): string {
  const parts = path.split(".");
  const known = t.field[path];
  if (known) return known;
  const last = parts.at(-1) ?? "";
  const language = t.language[last];
  const base = t.field[parts.slice(0, -1).join(".")];
  if (language && base) return `${base} (${language})`;
  const label = fieldOf(tabs, path)?.label[lang];
  return t.field[parts[0] ?? ""] ?? (label ? quoted(label, lang) : path);
}

const isNone = (value: unknown) => value === null || value === undefined || value === "";

/** A value as text; "" for one that is too long or too complex for a sentence. */
function valueText(path: string, value: unknown, t: Words, lang: StudioLang): string {
  if (isNone(value)) return t.nothing;
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (typeof value === "number") {
    return MONEY.has(path) ? `${groupDigits(value)}\u00a0€` : groupDigits(value);
  }
  if (Array.isArray(value)) return t.entries(value.length);
  if (typeof value !== "string" || value.length > MAX_TEXT || value.includes("\n")) return "";
  if (path === "availability") return t.state[value] ?? value;
  const option = fieldOf(tabs, path)?.options?.find((option) => option.value === value);
  return option?.label[lang] ?? quoted(value, lang);
}
