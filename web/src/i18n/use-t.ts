import { createContext, useContext } from "react";
import type { Translate } from "./key.ts";

/** t, bound to the language of the view. */
export const TranslateContext = createContext<Translate>((key) => key);

export const useT = (): Translate => useContext(TranslateContext);
