import { groupDigits } from "../../../src/lib/format.ts";

const SIGNS: Record<string, string> = { EUR: "€", GBP: "£", USD: "$", CHF: "CHF" };

/** "1.250.000 €", as the site writes prices; "" for no price. */
export const formatPrice = (amount: number, currency = "EUR"): string =>
  amount > 0 ? `${groupDigits(amount)}\u00a0${SIGNS[currency || "EUR"] ?? currency}` : "";
