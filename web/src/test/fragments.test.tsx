import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { createFragmentCache } from "../app/fragment-cache.ts";
import { renderView } from "../app/render-view.tsx";
import type { View } from "../generated/view.ts";
import en from "../i18n/en.ts";
import es from "../i18n/es.ts";
import { createTranslator } from "../i18n/translate.ts";
import { sampleView } from "./sample-view.ts";

/** The golden Views, written by Go's tests. */
const folder = resolve(import.meta.dirname, "../../../testdata/views");
const translator = createTranslator({ en, es });

const golden = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file): [string, View] => {
    const content = JSON.parse(readFileSync(resolve(folder, file), "utf8"));
    return [file, content.view ?? content];
  });

describe("a page rendered with cached fragments is equal in every byte to one without", () => {
  const cache = createFragmentCache();
  test.each([...golden, ["a sample", sampleView("/sample/")] as const])("%s", (_, view) => {
    const whole = renderView(view, translator);
    for (const time of ["first", "second"]) {
      const { html, preload } = renderView(view, translator, cache);
      expect(preload, time).toEqual(whole.preload);
      expect(html === whole.html, time).toBe(true);
    }
  });
});

test("the same fragment in another language is another one", () => {
  const cache = createFragmentCache();
  const english = sampleView("/sample/");
  renderView(english, translator, cache);
  const spanish = { ...english, lang: "es" as const };
  const whole = renderView(spanish, translator).html;
  expect(renderView(spanish, translator, cache).html === whole).toBe(true);
});

test("the cache drops what was used longest ago", () => {
  const cache = createFragmentCache(25);
  cache.set("a", "123456789");
  cache.set("b", "123456789");
  cache.get("a");
  cache.set("c", "123456789");
  expect(["a", "b", "c"].filter((key) => cache.get(key) !== undefined)).toEqual(["a", "c"]);
});
