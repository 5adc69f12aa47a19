/** Formats an integer with a dot every three digits, in every language, as Go does: 1250 → "1.250". */
export const groupDigits = (n: number): string =>
  String(Math.trunc(n)).replace(/\B(?=(?:\d{3})+$)/g, ".");
