import type { Lang } from "../generated/i18n.ts";

export type PluralForm = "one" | "few" | "many" | "other";

/** Which of key_one, key_few … says a whole count in a language; Go chooses alike (internal/i18n). */
export function pluralForm(lang: Lang, count: number): PluralForm {
  if (lang === "fr") return count === 0 || count === 1 ? "one" : "other";
  if (lang !== "ru") return count === 1 ? "one" : "other";
  const [last, lastTwo] = [count % 10, count % 100];
  if (last === 1 && lastTwo !== 11) return "one";
  return last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14) ? "few" : "many";
}
