import { createContext, useContext } from "react";
import type { Lang } from "../generated/i18n.ts";
import type { Translate } from "./key.ts";

/** The language of the view and t bound to it. */
export const WordsContext = createContext<{ lang: Lang; t: Translate }>({
  lang: "en",
  t: (key) => key,
});

export const useT = (): Translate => useContext(WordsContext).t;

export const useLang = (): Lang => useContext(WordsContext).lang;
