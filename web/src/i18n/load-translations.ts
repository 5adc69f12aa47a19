import { fallbackLang } from "../generated/catalog.ts";
import type { Lang } from "../generated/i18n.ts";
import type { Loader } from "./loader.ts";
import type { TranslationTree, Translator } from "./translate.ts";

/** The filled languages, each a chunk of its own. */
const bundled: Partial<Record<Lang, () => Promise<{ default: TranslationTree }>>> = {
  en: () => import("./en.ts"),
  es: () => import("./es.ts"),
};

let loader: Promise<Loader> | undefined;

/** The loader comes when a language is asked for that no chunk has. */
const lazyLoader = () => {
  loader ??= Promise.all([import("./loader.ts"), import("./en.ts")]).then(
    ([{ createLoader }, { default: en }]) => createLoader({ namespaces: Object.keys(en) }),
  );
  return loader;
};

/** Languages of which some namespace could not be had: their words are asked for again. */
const lacking = new Set<Lang>();

/** Sees to it that words has those of a language, and of the fallback where some may be lacking. */
export async function loadTranslations(words: Translator, lang: Lang): Promise<void> {
  const known = words.has(lang);
  if (known && !lacking.has(lang)) return;
  const chunk = bundled[lang];
  if (chunk) {
    words.add(lang, (await chunk()).default);
    return;
  }
  const fetching = Promise.all([fetchWords(words, lang), loadTranslations(words, fallbackLang)]);
  // Nobody waits for a second try: what there is can be read, the rest is the fallback's.
  if (!known) await fetching;
}

async function fetchWords(words: Translator, lang: Lang): Promise<void> {
  const { load, namespaces, state } = await lazyLoader();
  words.add(lang, await load(lang));
  if (namespaces.some((namespace) => state(lang, namespace) === "failed")) lacking.add(lang);
  else lacking.delete(lang);
}

const reported = new Set<string>();

/** Tells the server, once, of a word that no dictionary has. For developers. */
export function reportMissingKey(lang: Lang, key: string): void {
  if (reported.has(lang + key)) return;
  reported.add(lang + key);
  void lazyLoader().then((loader) => loader.report(lang, key));
}
