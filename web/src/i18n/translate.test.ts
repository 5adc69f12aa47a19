import { createInstance } from "i18next";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allTranslations } from "./all-translations.server.ts";
import en from "./en.ts";
import es from "./es.ts";
import type { TranslationKey } from "./key.ts";
import { loadTranslations } from "./load-translations.ts";
import { type PluralForm, pluralForm } from "./plural.ts";
import { createTranslator, type TranslationTree } from "./translate.ts";

const words = createTranslator({ en, es });

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
  const few = createTranslator({});
  await loadTranslations(few, "es");
  expect([few.has("es"), few.has("en")]).toEqual([true, false]);
  expect(few.in("es")("common.skip")).toBe(es.common.skip);
});

/** Every key of a dictionary, the forms of a plural as one. */
function keysOf(tree: TranslationTree, prefix = ""): string[] {
  const keys = Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [prefix + key.replace(/_(one|other)$/, "")]
      : keysOf(value, `${prefix}${key}.`),
  );
  return [...new Set(keys)];
}

describe("every word is what i18next would say", () => {
  const values = { count: 0, title: "Sea & Sun <b>", n: 12, index: 3, total: 7, host: "a.test" };
  const words = createTranslator({ en, es });
  test.each([["en", en] as const, ["es", es] as const])("%s", async (lang, dictionary) => {
    const i18next = createInstance();
    await i18next.init({
      lng: lang,
      resources: { [lang]: { translation: dictionary } },
      interpolation: { escapeValue: false },
    });
    for (const count of [0, 1, 2, 24]) {
      for (const key of keysOf(dictionary)) {
        expect(words.in(lang)(key as TranslationKey, { ...values, count })).toBe(
          i18next.t(key, { ...values, count }),
        );
      }
    }
  });
});

test("a plural has the form that its language says", () => {
  for (const lang of ["en", "es", "ru", "fr", "de"] as const) {
    const rules = new Intl.PluralRules(lang);
    const forms = Array.from({ length: 130 }, (_, count) => pluralForm(lang, count));
    expect(forms).toEqual(forms.map((_, count) => rules.select(count) as PluralForm));
  }
});

test("the forms of another language are found, and gaps show the fallback", () => {
  const words = createTranslator({
    en,
    ru: {
      favorites: { count_one: "{{count}} дом", count_few: "{{count}} дома" },
      menu: { open: "" },
    },
  });
  const t = words.in("ru");
  expect(t("favorites.count", { count: 21 })).toBe("21 дом");
  expect(t("favorites.count", { count: 3 })).toBe("3 дома");
  expect(t("favorites.count", { count: 5 })).toBe("5 saved homes");
  expect(t("menu.open")).toBe(en.menu.open);
});

test("a word that nobody has is its key, and is told of", () => {
  const missing = vi.fn();
  const words = createTranslator({ en }, missing);
  expect(words.in("es")("menu.nothing" as TranslationKey)).toBe("menu.nothing");
  expect(missing).toHaveBeenCalledExactlyOnceWith("es", "menu.nothing");
});

test("the server has the words of every language that has any", () => {
  expect(Object.keys(allTranslations).toSorted()).toEqual(["de", "en", "es", "fr", "ru"]);
});

describe("a language that no chunk has", () => {
  const fetched = vi.fn<typeof fetch>();
  afterEach(() => vi.unstubAllGlobals());

  test("is fetched, and the fallback with it", async () => {
    vi.stubGlobal("fetch", fetched);
    fetched.mockImplementation(
      async (path) =>
        new Response(String(path).endsWith("/menu.json") ? '{"open":"Ouvrir le menu"}' : "{}"),
    );
    const words = createTranslator({});
    await loadTranslations(words, "fr");
    expect(words.in("fr")("menu.open")).toBe("Ouvrir le menu");
    expect(words.in("fr")("common.skip")).toBe(en.common.skip);
    fetched.mockClear();
    await loadTranslations(words, "fr");
    expect(fetched).not.toHaveBeenCalled();
  });

  test("speaks the fallback while it cannot be had, and is asked for again without a wait", async () => {
    vi.stubGlobal("fetch", fetched);
    vi.spyOn(console, "warn").mockImplementation(() => {});
    fetched.mockImplementation(async () => new Response("", { status: 404 }));
    const words = createTranslator({});
    await loadTranslations(words, "de");
    expect(words.in("de")("menu.open")).toBe(en.menu.open);
    fetched.mockImplementation(async () => new Response('{"open":"Menü öffnen"}'));
    await loadTranslations(words, "de");
    await vi.waitFor(() => expect(words.in("de")("menu.open")).toBe("Menü öffnen"));
  });
});
