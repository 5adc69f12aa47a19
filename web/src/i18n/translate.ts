import { fallbackLang } from "../generated/catalog.ts";
import type { Lang } from "../generated/i18n.ts";
import { groupDigits } from "../lib/format.ts";
import type { Translate, Values } from "./key.ts";
import { pluralForm } from "./plural.ts";

/** A dictionary as its files have it: namespaces of words, some in groups. */
export type TranslationTree = { readonly [key: string]: string | TranslationTree };

/** The words of the languages at hand, and t bound to one of them. */
export type Translator = {
  has(lang: Lang): boolean;
  add(lang: Lang, dictionary: TranslationTree): void;
  in(lang: Lang): Translate;
};

/**
 * The look-up that every page loads: plurals, values and the fallback language as i18next knows
 * them, 13 KB lighter. i18next itself comes with the loader, where a language is not bundled.
 * missing is told of every key that no dictionary has.
 */
export function createTranslator(
  dictionaries: Partial<Record<Lang, TranslationTree>>,
  missing?: (lang: Lang, key: string) => void,
): Translator {
  const known = new Map<Lang, Map<string, string>>();
  const bound = new Map<Lang, Translate>();

  const find = (lang: Lang, key: string, count: Values[string] | undefined) => {
    const words = known.get(lang);
    const form = typeof count === "number" && words?.get(`${key}_${pluralForm(lang, count)}`);
    // An empty text is one that nobody has translated yet.
    return form || words?.get(key) || undefined;
  };

  const translate = (lang: Lang, key: string, values: Values = {}) => {
    const text = find(lang, key, values.count) ?? find(fallbackLang, key, values.count);
    if (text === undefined) missing?.(lang, key);
    return (text ?? key).replace(/\{\{(\w+)\}\}/g, (gap, name: string) =>
      show(values[name] ?? gap),
    );
  };

  const words: Translator = {
    has: (lang) => known.has(lang),
    add: (lang, dictionary) => void known.set(lang, flatten(dictionary)),
    in(lang) {
      // Bound once a language: a function that stays the same is all that a context needs.
      const fixed = bound.get(lang) ?? ((key, values) => translate(lang, key, values));
      bound.set(lang, fixed);
      return fixed;
    },
  };
  for (const [lang, dictionary] of Object.entries(dictionaries))
    words.add(lang as Lang, dictionary);
  return words;
}

/** Numbers print grouped; React escapes what is text. */
const show = (value: string | number) => (typeof value === "number" ? groupDigits(value) : value);

function flatten(tree: TranslationTree, prefix = "", into = new Map<string, string>()) {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") into.set(prefix + key, value);
    else flatten(value, `${prefix}${key}.`, into);
  }
  return into;
}
