import { createContext, useContext } from "react";
import type { Translate } from "./key.ts";

/** The translate function of the view's language. */
export const TranslateContext = createContext<Translate>((key) => key);

export const useT = (): Translate => useContext(TranslateContext);
