import { createStore, useStore } from "../../../src/lib/store.ts";

/** The languages of the studio. They are the user's and do not depend on those of the site. */
export type StudioLang = "en" | "es";

/** The words of one part of the studio. Values with arguments are functions. */
export type Words<T> = Record<StudioLang, T>;

/** Declares the words of a screen; the Spanish ones have the keys and the arguments of the English ones. */
export const words = <T>(en: T, es: NoInfer<T>): Words<T> => ({ en, es });

const spoken = (): StudioLang => (navigator.language.toLowerCase().startsWith("es") ? "es" : "en");

const store = createStore<StudioLang>(spoken());

/** Changes the language, to that of the user or of a link. */
export function setLang(lang: string): void {
  store.set(lang === "es" ? "es" : "en");
  document.documentElement.lang = store.get();
}

/** The present language, outside components. */
export const currentLang = (): StudioLang => store.get();

export const useLang = (): StudioLang => useStore(store, "en");

/** The words in the language of the user. */
export const useWords = <T>(of: Words<T>): T => of[useLang()];
