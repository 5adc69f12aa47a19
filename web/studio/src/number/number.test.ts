import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readPrice } from "./number.ts";

type Row = { text: string; value: number | null; field?: string; lenient?: true; strict?: true };

/** The table that the reader in Go and the form of the plugin read too. */
const rows: Row[] = JSON.parse(
  readFileSync(
    resolve(import.meta.dirname, "../../../../internal/content/number/testdata/numbers.json"),
    "utf8",
  ),
);
const money = rows.filter(({ field }) => field !== "size");

test("the table is there", () => {
  expect(money.length).toBeGreaterThan(80);
});

test.each(money)("$text is $value", ({ text, value, lenient, strict }) => {
  const read = value !== null && (!lenient || strict);
  expect(readPrice(text)).toBe(read ? Math.round(value) : null);
});

test.each(["", " ", "€", "1.250.000 € £", "mil", "12 000 000 000 000 000", "0x10", "１２"])(
  "%j is no number",
  (text) => expect(readPrice(text)).toBeNull(),
);
