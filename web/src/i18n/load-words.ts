import type { Lang } from "../generated/i18n.ts";
import type { Dictionary } from "./en.ts";
import type { Words } from "./translate.ts";

/** The languages with words, each a chunk of its own. The others show the fallback's. */
const dictionaries: Partial<Record<Lang, () => Promise<{ default: Dictionary }>>> = {
  en: () => import("./en.ts"),
  es: () => import("./es.ts"),
};

/** Sees to it that words has those of a language. */
export async function loadWords(words: Words, lang: Lang): Promise<void> {
  const known: Lang = dictionaries[lang] ? lang : "en";
  if (words.has(known)) return;
  const dictionary = await dictionaries[known]?.();
  if (dictionary) words.add(known, dictionary.default);
}
