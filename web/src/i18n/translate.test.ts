import { describe, expect, test } from "vitest";
import en from "./en.ts";
import es from "./es.ts";
import { loadWords } from "./load-words.ts";
import { createWords } from "./translate.ts";

const words = createWords({ en, es });

describe("t", () => {
  test.each([
    ["en", 1, "1 saved home"],
    ["en", 0, "0 saved homes"],
    ["es", 1, "1 propiedad guardada"],
    ["es", 1250, "1.250 propiedades guardadas"],
  ] as const)("%s chooses the form for %d and groups the number", (lang, count, want) => {
    expect(words.in(lang)("favorites.count", { count })).toBe(want);
  });

  test("a language without words speaks the fallback", () => {
    expect(words.in("de")("common.skip")).toBe(en.common.skip);
  });

  test("values are not escaped: React does that", () => {
    expect(words.in("en")("favorites.saveHome", { title: "Sea & Sun <b>" })).toBe(
      "Save Sea & Sun <b>",
    );
  });

  test("is bound once a language, so that contexts do not change", () => {
    expect(words.in("es")).toBe(words.in("es"));
  });
});

test("a language is loaded when it is needed, and only then", async () => {
  const few = createWords({});
  await loadWords(few, "es");
  expect([few.has("es"), few.has("en")]).toEqual([true, false]);
  expect(few.in("es")("common.skip")).toBe(es.common.skip);
});

test("a language without words loads the fallback's", async () => {
  const few = createWords({});
  await loadWords(few, "fr");
  expect(few.in("fr")("common.skip")).toBe(en.common.skip);
});
