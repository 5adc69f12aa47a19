import { fallbackLang } from "../generated/catalog.ts";
import type { Lang } from "../generated/i18n.ts";
import type { Loader } from "./loader.ts";
import type { TranslationTree, Translator } from "./translate.ts";

/** The complete languages, each a chunk. */
const bundled: Partial<Record<Lang, () => Promise<{ default: TranslationTree }>>> = {
  en: () => import("./en.ts"),
  es: () => import("./es.ts"),
};

let loader: Promise<Loader> | undefined;

/** Loads the loader, which only languages without a chunk need. */
const lazyLoader = () => {
  loader ??= Promise.all([import("./loader.ts"), import("./en.ts")]).then(
    ([{ createLoader }, { default: en }]) => createLoader({ namespaces: Object.keys(en) }),
  );
  return loader;
};

/** Languages of which a namespace failed to load; they are retried. */
const incomplete = new Set<Lang>();

/** Loads the translations of a language, and of the fallback language where some may be missing. */
export async function loadTranslations(translator: Translator, lang: Lang): Promise<void> {
  const known = translator.has(lang);
  if (known && !incomplete.has(lang)) return;
  const chunk = bundled[lang];
  if (chunk) {
    translator.add(lang, (await chunk()).default);
    return;
  }
  const fetching = Promise.all([
    fetchTranslations(translator, lang),
    loadTranslations(translator, fallbackLang),
  ]);
  // A retry runs in the background: the fallback language fills the gaps.
  if (!known) await fetching;
}

async function fetchTranslations(translator: Translator, lang: Lang): Promise<void> {
  const { load, namespaces, state } = await lazyLoader();
  translator.add(lang, await load(lang));
  if (namespaces.some((namespace) => state(lang, namespace) === "failed")) incomplete.add(lang);
  else incomplete.delete(lang);
}

const reported = new Set<string>();

/** Reports a key without a translation to the server, once. For development. */
export function reportMissingKey(lang: Lang, key: string): void {
  if (reported.has(lang + key)) return;
  reported.add(lang + key);
  void lazyLoader().then((loader) => loader.report(lang, key));
}
