import { filledLangs } from "../generated/catalog.ts";
import type { Lang } from "../generated/i18n.ts";
import { connection } from "./connection.ts";

const linked = new Set<string>();

/**
 * Makes the browser fetch the compression dictionary of a language when it is idle, so that later
 * documents and Views of it are small (internal/site/server/shareddict.go). Browsers without compression
 * dictionaries (RFC 9842) and visitors who save data fetch nothing.
 */
export function linkDictionary(lang: Lang): void {
  const hasContent = filledLangs.some((filled) => filled === lang);
  if (!hasContent || linked.has(lang) || connection()?.saveData) return;
  const link = document.createElement("link");
  if (!link.relList?.supports?.("compression-dictionary")) return;
  linked.add(lang);
  link.rel = "compression-dictionary";
  link.href = `/_dictionary/${lang}`;
  document.head.append(link);
}
