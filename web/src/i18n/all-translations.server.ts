import type { Lang } from "../generated/i18n.ts";
import en from "./en.ts";
import es from "./es.ts";
import type { TranslationTree } from "./translate.ts";

/** Translator that the browser fetches when it needs them: languages that are declared, not bundled. */
const files = import.meta.glob<TranslationTree>(
  ["../../../locales/*/*.json", "!../../../locales/{en,es}/*"],
  { eager: true, import: "default" },
);

/** Every dictionary there is: the server draws any language without asking anybody. */
export const allTranslations: Partial<Record<Lang, TranslationTree>> = { en, es, ...others() };

function others(): Record<string, TranslationTree> {
  const found: Record<string, Record<string, TranslationTree>> = {};
  for (const [path, words] of Object.entries(files)) {
    const [, lang = "", namespace = ""] = /\/([a-z]+)\/([\w-]+)\.json$/.exec(path) ?? [];
    if (!(namespace in en)) continue; // Go's alone
    found[lang] = { ...found[lang], [namespace]: words };
  }
  return found;
}
