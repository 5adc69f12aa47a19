/*
 * Prices as offices write them: "1.250.000 €", "450k", "1,2 M". The rules are those of internal/content/number, and the
 * test reads its table. What is not surely a number is refused: a guess is wrong by a power of ten.
 */

const MAX_VALUE = 1e12;
const THOUSAND = 1e3;
const MILLION = 1e6;

/** What stands before a number, the number, and what follows. */
const FORM = /^([^\d]*?)(\d(?:[\d.,' ]*\d)?(?:[eE]\+?\d{1,2})?)(.*)$/s;
/** A number as spreadsheets shorten it. */
const EXPONENT = /^(?:\d(?:[.,]\d{1,17})?|\d{1,6})[eE][+-]?\d{1,2}$/;
const WHOLE = /^\d{1,15}$/;
const GROUPED = /^[1-9]\d{0,2}(?:([.,' ])\d{3})(?:\1\d{3})*$/;

const CURRENCIES = new Set("€ eur euro euros £ gbp pounds libras $ usd us$ dollars chf".split(" "));
/** Currencies that may follow a multiplier without a space, as in "450kEUR". */
const JOINED = ["", "eur", "euros", "euro", "gbp", "usd", "chf"];
const MULTIPLIERS: Record<string, number> = {
  k: THOUSAND,
  mil: THOUSAND,
  miles: THOUSAND,
  tsd: THOUSAND,
  m: MILLION,
  mm: MILLION,
  mill: MILLION,
  million: MILLION,
  millions: MILLION,
  millón: MILLION,
  millon: MILLION,
  millones: MILLION,
  mio: MILLION,
  mln: MILLION,
};
/** The period of a rent may be typed too; the price's own mode counts. */
const PERIOD =
  /^(?:\/ ?|per |al |a la |por )?(?:month|monthly|mes|mensual|pcm|week|weekly|semana|semanal|pw|day|daily|d[ií]a|night|noche)$/i;

/** Reads an amount of money, rounded to whole units; null when the text is not surely a number. */
export function readPrice(text: string): number | null {
  const found = FORM.exec(prepare(text));
  if (!found) return null;
  const before = (found[1] ?? "").trim();
  const digits = found[2] ?? "";
  const after = (found[3] ?? "").replace(/^[.,] ?[-–—]+/, ""); // "450.000,-"
  if (before && !isCurrency(before)) return null;
  const factor = readSuffix(after.trim(), before);
  if (factor === null) return null;
  const value = readDigits(digits, factor >= MILLION);
  if (value === null || value * factor > MAX_VALUE) return null;
  return Math.round(value * factor);
}

/** Plain spaces, one at a time, and one apostrophe. */
const prepare = (text: string): string =>
  text.replaceAll(/[’´]/g, "'").replaceAll(/\s+/g, " ").trim();

const isCurrency = (word: string): boolean => CURRENCIES.has(word.trim().toLowerCase());

/** The factor of what follows a number; null when something is left over. */
function readSuffix(text: string, before: string): number | null {
  let [factor, rest] = readMultiplier(text);
  let currency = before;
  while (rest) {
    const [word, next] = firstWord(rest);
    if (!isCurrency(word)) return PERIOD.test(rest) ? factor : null;
    if (currency && nameOf(currency) !== nameOf(word)) return null;
    currency = word;
    rest = next;
  }
  return factor;
}

const nameOf = (currency: string): string => {
  const word = currency.trim().toLowerCase();
  if (word.startsWith("e") || word === "€") return "EUR";
  if (["£", "gbp", "pounds", "libras"].includes(word)) return "GBP";
  return word === "chf" ? "CHF" : "USD";
};

function readMultiplier(text: string): [factor: number, rest: string] {
  const [word, rest] = firstWord(text);
  const lower = word.toLowerCase();
  for (const currency of JOINED) {
    if (!lower.endsWith(currency)) continue;
    const factor = MULTIPLIERS[lower.slice(0, lower.length - currency.length)];
    if (factor) return [factor, `${currency} ${rest.replace(/^\./, "")}`.trim()];
  }
  return [1, text];
}

/** Splits the letters at the begin of a text, or one sign, from the rest. */
function firstWord(text: string): [word: string, rest: string] {
  const [, word = "", rest = ""] =
    /^([a-z\u0080-\uffff]+|.)(.*)$/is.exec(text.replaceAll(/([€£²])/g, " $1 ").trim()) ?? [];
  return [word, rest.trim()];
}

/**
 * Reads digits with separators. Before a million, a single separator with three digits after it is a decimal
 * mark: "1,250 M".
 */
function readDigits(text: string, millions: boolean): number | null {
  if (EXPONENT.test(text)) return Number(text.replace(",", "."));
  if (/e/i.test(text)) return null;
  let digits = text;
  const tight = digits.replaceAll(/ *([.,']) */g, "$1");
  if (tight !== digits) {
    // "1. 250. 000", but not "3, 450".
    if (!GROUPED.test(tight) || marksOf(tight).length < 2) return null;
    digits = tight;
  }
  const marks = marksOf(digits);
  const last = marks.at(-1);
  if (!last) return WHOLE.test(digits) ? Number(digits) : null;
  const isFraction = millions && marks.length === 1 && last !== " ";
  if (isGrouped(digits) && !isFraction) return Number(digits.replaceAll(/\D/g, ""));
  const at = digits.lastIndexOf(last);
  const before = digits.slice(0, at);
  const after = digits.slice(at + 1);
  const length = after.length === 1 || after.length === 2 || (isFraction && after.length === 3);
  if (last === " " || !length || before.includes(last)) return null;
  if (!WHOLE.test(before) && !isGrouped(before)) return null;
  return Number(`${before.replaceAll(/\D/g, "")}.${after.replaceAll(/\D/g, "")}`);
}

const marksOf = (digits: string): string => digits.replaceAll(/\d/g, "");
const isGrouped = (digits: string): boolean => digits.length <= 20 && GROUPED.test(digits);
