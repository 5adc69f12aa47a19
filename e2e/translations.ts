import { readFileSync } from "node:fs";

export type Lang = "en" | "es";

export const LANGS: readonly Lang[] = ["en", "es"];

/** The translation of a key, from the dictionaries of the site: t("es", "menu.open"). */
export function t(lang: Lang, key: string, values: Record<string, string | number> = {}): string {
  const [namespace = "", ...path] = key.split(".");
  let value: unknown = dictionary(lang, namespace);
  for (const step of path) value = (value as Record<string, unknown> | undefined)?.[step];
  if (typeof value !== "string") throw new Error(`locales/${lang} has no ${key}`);
  return value.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}

const dictionaries = new Map<string, unknown>();

function dictionary(lang: Lang, namespace: string): unknown {
  const file = new URL(`../locales/${lang}/${namespace}.json`, import.meta.url);
  if (!dictionaries.has(file.href))
    dictionaries.set(file.href, JSON.parse(readFileSync(file, "utf8")));
  return dictionaries.get(file.href);
}
