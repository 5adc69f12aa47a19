import type { ReactNode } from "react";
import type { Lang } from "../generated/i18n.ts";
import en from "../i18n/en.ts";
import es from "../i18n/es.ts";
import { createWords } from "../i18n/translate.ts";
import { WordsContext } from "../i18n/use-t.ts";

/** A wrapper that gives components the product's own words. */
export function testWords(lang: Lang) {
  const t = createWords({ en, es }).in(lang);
  return ({ children }: { children: ReactNode }) => (
    <WordsContext value={t}>{children}</WordsContext>
  );
}
