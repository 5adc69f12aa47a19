import type { Lang } from "../generated/i18n.ts";
import en from "./en.ts";
import es from "./es.ts";
import type { TranslationTree } from "./translate.ts";

/** The dictionaries of the languages without a chunk; the browser fetches them at run time. */
const files = import.meta.glob<TranslationTree>(
  ["../../../locales/*/*.json", "!../../../locales/{en,es}/*"],
  { eager: true, import: "default" },
);

/** The dictionaries of all languages, for the server. */
export const allTranslations: Partial<Record<Lang, TranslationTree>> = { en, es, ...others() };

function others(): Record<string, TranslationTree> {
  const found: Record<string, Record<string, TranslationTree>> = {};
  for (const [path, file] of Object.entries(files)) {
    const [, lang = "", namespace = ""] = /\/([a-z]+)\/([\w-]+)\.json$/.exec(path) ?? [];
    if (!(namespace in en)) continue; // only Go uses it
    found[lang] = { ...found[lang], [namespace]: file };
  }
  return found;
}
