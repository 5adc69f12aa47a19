import { createInstance } from "i18next";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allTranslations } from "./all-translations.server.ts";
import en from "./en.ts";
import es from "./es.ts";
import type { TranslationKey } from "./key.ts";
import { loadTranslations } from "./load-translations.ts";
import { type PluralForm, pluralForm } from "./plural.ts";
import { createTranslator, type TranslationTree } from "./translate.ts";

const translator = createTranslator({ en, es });

describe("t", () => {
  test.each([
    ["en", 1, "1 saved home"],
    ["en", 0, "0 saved homes"],
    ["es", 1, "1 propiedad guardada"],
    ["es", 1250, "1.250 propiedades guardadas"],
  ] as const)("%s has the plural form and formatted number of %d", (lang, count, want) => {
    expect(translator.in(lang)("favorites.count", { count })).toBe(want);
  });

  test("a language without translations uses the fallback", () => {
    expect(translator.in("de")("common.skip")).toBe(en.common.skip);
  });

  test("values are not escaped, because React escapes text", () => {
    expect(translator.in("en")("favorites.saveHome", { title: "Sea & Sun <b>" })).toBe(
      "Save Sea & Sun <b>",
    );
  });

  test("is the same function for each call of a language", () => {
    expect(translator.in("es")).toBe(translator.in("es"));
  });
});

test("only the requested language is loaded", async () => {
  const empty = createTranslator({});
  await loadTranslations(empty, "es");
  expect([empty.has("es"), empty.has("en")]).toEqual([true, false]);
  expect(empty.in("es")("common.skip")).toBe(es.common.skip);
});

/** The keys of a dictionary; the forms of a plural are one key. */
function keysOf(tree: TranslationTree, prefix = ""): string[] {
  const keys = Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [prefix + key.replace(/_(one|other)$/, "")]
      : keysOf(value, `${prefix}${key}.`),
  );
  return [...new Set(keys)];
}

describe("every translation equals i18next's", () => {
  const values = { count: 0, title: "Sea & Sun <b>", n: 12, index: 3, total: 7, host: "a.test" };
  const translator = createTranslator({ en, es });
  test.each([["en", en] as const, ["es", es] as const])("%s", async (lang, dictionary) => {
    const i18next = createInstance();
    await i18next.init({
      lng: lang,
      resources: { [lang]: { translation: dictionary } },
      interpolation: { escapeValue: false },
    });
    for (const count of [0, 1, 2, 24]) {
      for (const key of keysOf(dictionary)) {
        expect(translator.in(lang)(key as TranslationKey, { ...values, count })).toBe(
          i18next.t(key, { ...values, count }),
        );
      }
    }
  });
});

test("plural forms equal those of Intl.PluralRules", () => {
  for (const lang of ["en", "es", "ru", "fr", "de"] as const) {
    const rules = new Intl.PluralRules(lang);
    const forms = Array.from({ length: 130 }, (_, count) => pluralForm(lang, count));
    expect(forms).toEqual(forms.map((_, count) => rules.select(count) as PluralForm));
  }
});

test("the plural forms of another language are used, and the fallback fills gaps", () => {
  const translator = createTranslator({
    en,
    ru: {
      favorites: { count_one: "{{count}} дом", count_few: "{{count}} дома" },
      menu: { open: "" },
    },
  });
  const t = translator.in("ru");
  expect(t("favorites.count", { count: 21 })).toBe("21 дом");
  expect(t("favorites.count", { count: 3 })).toBe("3 дома");
  expect(t("favorites.count", { count: 5 })).toBe("5 saved homes");
  expect(t("menu.open")).toBe(en.menu.open);
});

test("a key without a translation is returned and reported", () => {
  const onMissing = vi.fn();
  const translator = createTranslator({ en }, onMissing);
  expect(translator.in("es")("menu.nothing" as TranslationKey)).toBe("menu.nothing");
  expect(onMissing).toHaveBeenCalledExactlyOnceWith("es", "menu.nothing");
});

test("the server has the dictionaries of all languages", () => {
  expect(Object.keys(allTranslations).toSorted()).toEqual(["de", "en", "es", "fr", "ru"]);
});

describe("a language without a chunk", () => {
  const fetched = vi.fn<typeof fetch>();
  afterEach(() => vi.unstubAllGlobals());

  test("is fetched with the fallback", async () => {
    vi.stubGlobal("fetch", fetched);
    fetched.mockImplementation(
      async (path) =>
        new Response(String(path).endsWith("/menu.json") ? '{"open":"Ouvrir le menu"}' : "{}"),
    );
    const translator = createTranslator({});
    await loadTranslations(translator, "fr");
    expect(translator.in("fr")("menu.open")).toBe("Ouvrir le menu");
    expect(translator.in("fr")("common.skip")).toBe(en.common.skip);
    fetched.mockClear();
    await loadTranslations(translator, "fr");
    expect(fetched).not.toHaveBeenCalled();
  });

  test("uses the fallback while its fetch fails, and is retried in the background", async () => {
    vi.stubGlobal("fetch", fetched);
    vi.spyOn(console, "warn").mockImplementation(() => {});
    fetched.mockImplementation(async () => new Response("", { status: 404 }));
    const translator = createTranslator({});
    await loadTranslations(translator, "de");
    expect(translator.in("de")("menu.open")).toBe(en.menu.open);
    fetched.mockImplementation(async () => new Response('{"open":"Menü öffnen"}'));
    await loadTranslations(translator, "de");
    await vi.waitFor(() => expect(translator.in("de")("menu.open")).toBe("Menü öffnen"));
  });
});
