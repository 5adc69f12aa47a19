import type { StudioLang } from "../words/words.ts";

const LOCALES: Record<StudioLang, string> = { en: "en-GB", es: "es-ES" };

/** "12 Mar, 17:30" in the time zone of the agency. */
export const formatMoment = (at: string, lang: StudioLang, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALES[lang], {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(new Date(at));

/** "Thursday 12 March 2027" in the time zone of the agency. */
export const formatDay = (at: string, lang: StudioLang, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALES[lang], {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone,
  }).format(new Date(at));

/** "17:30" in the time zone of the agency. */
export const formatTime = (at: string, lang: StudioLang, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALES[lang], { hour: "2-digit", minute: "2-digit", timeZone }).format(
    new Date(at),
  );

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "2 hours ago", "yesterday". */
export function formatAge(at: string, lang: StudioLang, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(LOCALES[lang], { numeric: "auto" });
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, "second");
}
