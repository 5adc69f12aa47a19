import type { ReactNode } from "react";
import type { Lang } from "../generated/i18n.ts";
import en from "../i18n/en.ts";
import es from "../i18n/es.ts";
import { createTranslator } from "../i18n/translate.ts";
import { TranslateContext } from "../i18n/use-t.ts";

/** A wrapper that provides the product's translations. */
export function withTranslations(lang: Lang) {
  const t = createTranslator({ en, es }).in(lang);
  return ({ children }: { children: ReactNode }) => (
    <TranslateContext value={t}>{children}</TranslateContext>
  );
}
