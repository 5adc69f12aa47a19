import type { Lang } from "../generated/i18n.ts";

export type PluralForm = "one" | "few" | "many" | "other";

/** The plural form of an integer in a language: key_one, key_few …; Go has the same rules (internal/content/i18n). */
export function pluralForm(lang: Lang, count: number): PluralForm {
  if (lang === "fr") return count === 0 || count === 1 ? "one" : "other";
  if (lang !== "ru") return count === 1 ? "one" : "other";
  const [lastDigit, lastTwo] = [count % 10, count % 100];
  if (lastDigit === 1 && lastTwo !== 11) return "one";
  return lastDigit >= 2 && lastDigit <= 4 && (lastTwo < 12 || lastTwo > 14) ? "few" : "many";
}
