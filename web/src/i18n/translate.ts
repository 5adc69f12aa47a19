import { fallbackLang } from "../generated/catalog.ts";
import type { Lang } from "../generated/i18n.ts";
import { groupDigits } from "../lib/format.ts";
import type { Translate, Values } from "./key.ts";
import { pluralForm } from "./plural.ts";

/** A dictionary as in its files: namespaces of keys, some nested. */
export type TranslationTree = { readonly [key: string]: string | TranslationTree };

/** The loaded dictionaries, and the translate function of each language. */
export type Translator = {
  has(lang: Lang): boolean;
  add(lang: Lang, dictionary: TranslationTree): void;
  in(lang: Lang): Translate;
};

/**
 * Creates the translator that every page loads: plurals, placeholders and the fallback language as in
 * i18next, 13 KB smaller. Only the loader uses i18next itself. onMissing receives every key without
 * a translation.
 */
export function createTranslator(
  dictionaries: Partial<Record<Lang, TranslationTree>>,
  onMissing?: (lang: Lang, key: string) => void,
): Translator {
  const known = new Map<Lang, Map<string, string>>();
  const bound = new Map<Lang, Translate>();

  const find = (lang: Lang, key: string, count: Values[string] | undefined) => {
    const texts = known.get(lang);
    const form = typeof count === "number" && texts?.get(`${key}_${pluralForm(lang, count)}`);
    // An empty text is not translated yet.
    return form || texts?.get(key) || undefined;
  };

  const translate = (lang: Lang, key: string, values: Values = {}) => {
    const text = find(lang, key, values.count) ?? find(fallbackLang, key, values.count);
    if (text === undefined) onMissing?.(lang, key);
    return (text ?? key).replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
      format(values[name] ?? placeholder),
    );
  };

  const translator: Translator = {
    has: (lang) => known.has(lang),
    add: (lang, dictionary) => void known.set(lang, flatten(dictionary)),
    in(lang) {
      // The same function for each call, so that the context value does not change.
      const translateIn = bound.get(lang) ?? ((key, values) => translate(lang, key, values));
      bound.set(lang, translateIn);
      return translateIn;
    },
  };
  for (const [lang, dictionary] of Object.entries(dictionaries))
    translator.add(lang as Lang, dictionary);
  return translator;
}

/** Formats numbers; React escapes text. */
const format = (value: string | number) => (typeof value === "number" ? groupDigits(value) : value);

function flatten(tree: TranslationTree, prefix = "", into = new Map<string, string>()) {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") into.set(prefix + key, value);
    else flatten(value, `${prefix}${key}.`, into);
  }
  return into;
}
