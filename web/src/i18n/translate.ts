import { createInstance, type FormatterModule } from "i18next";
import { fallbackLang } from "../generated/catalog.ts";
import type { Lang } from "../generated/i18n.ts";
import { group } from "../lib/format.ts";
import type { Dictionary } from "./en.ts";
import type { Translate } from "./key.ts";

/** The words of the languages at hand, and t bound to one of them. */
export type Words = {
  has(lang: Lang): boolean;
  add(lang: Lang, dictionary: Dictionary): void;
  in(lang: Lang): Translate;
};

/** Numbers print grouped; i18next's own formats would bring Intl, and other groups. */
const formatter: FormatterModule = {
  type: "formatter",
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown) => (typeof value === "number" ? group(value) : String(value)),
};

/** Binds t once a language: a bound function is all that a render needs. */
export function createWords(dictionaries: Partial<Record<Lang, Dictionary>>): Words {
  const instance = createInstance().use(formatter);
  void instance.init({
    lng: fallbackLang,
    fallbackLng: fallbackLang,
    resources: Object.fromEntries(
      Object.entries(dictionaries).map(([lang, words]) => [lang, { translation: words }]),
    ),
    initAsync: false,
    // React escapes.
    interpolation: { escapeValue: false, alwaysFormat: true },
  });
  const bound = new Map<Lang, Translate>();
  return {
    has: (lang) => instance.hasResourceBundle(lang, "translation"),
    add: (lang, words) => void instance.addResourceBundle(lang, "translation", words),
    in(lang) {
      const known = bound.get(lang);
      if (known) return known;
      const fixed = instance.getFixedT(lang);
      const translate: Translate = (key, values) => fixed(key, values ?? {});
      bound.set(lang, translate);
      return translate;
    },
  };
}
