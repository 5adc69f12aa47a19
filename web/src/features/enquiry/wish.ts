import { readJSON, storageKeys, writeJSON } from "../../lib/storage.ts";

/** Keeps the words of the search line that no filter means, from the query of results, for an enquiry of this visit. */
export function rememberWish(query: string): void {
  const words = new URLSearchParams(query).get("q");
  if (words) writeJSON(storageKeys.wish, words, "sessionStorage");
}

/** The words that were kept last, "" for none. */
export function rememberedWish(): string {
  const words = readJSON(storageKeys.wish, "sessionStorage");
  return typeof words === "string" ? words : "";
}
