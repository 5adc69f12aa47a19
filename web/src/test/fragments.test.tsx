import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { createFragmentCache } from "../app/fragment-cache.ts";
import { createFragmentLists } from "../app/part-fragments.ts";
import { renderView } from "../app/render-view.tsx";
import { createPartTable, type ServerView } from "../app/view-parts.ts";
import type { View } from "../generated/view.ts";
import en from "../i18n/en.ts";
import es from "../i18n/es.ts";
import { createTranslator } from "../i18n/translate.ts";
import { createFrames } from "./frames.ts";
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

/** A new render worker. */
function createWorker() {
  const parts = createPartTable();
  return { parts, memory: { cache: createFragmentCache(), startList: createFragmentLists(parts) } };
}

describe("a page rendered with cached fragments is equal in every byte to one without", () => {
  const { parts, memory } = createWorker();
  const frames = createFrames();
  test.each([...golden, ["a sample", sampleView("/sample/")] as const])("%s", (_, view) => {
    const whole = renderView(view, translator);
    for (const time of ["first", "second"]) {
      const { html, preload } = renderView(view, translator, memory);
      expect(preload, time).toEqual(whole.preload);
      expect(html === whole.html, time).toBe(true);
      const page = renderView(parts.read(frames.frameOf(view)), translator, memory);
      expect(page.preload, time).toEqual(whole.preload);
      expect(frames.htmlOf(page) === whole.html, `${time}, of parts`).toBe(true);
    }
  });
});

test("the same fragment in another language is another one", () => {
  const { parts, memory } = createWorker();
  const frames = createFrames();
  const english = sampleView("/sample/");
  renderView(english, translator, memory);
  frames.htmlOf(renderView(parts.read(frames.frameOf(english)), translator, memory));
  const spanish = { ...english, lang: "es" as const };
  const whole = renderView(spanish, translator).html;
  expect(renderView(spanish, translator, memory).html === whole).toBe(true);
  const page = renderView(parts.read(frames.frameOf(spanish)), translator, memory);
  expect(frames.htmlOf(page) === whole).toBe(true);
});

test("a fragment of a part is sent once, and again with the part", () => {
  const { parts, memory } = createWorker();
  const added = (frame: string) =>
    renderView(parts.read(frame), translator, memory).fragments?.added.length ?? 0;
  const frames = createFrames();
  const first = frames.frameOf(results());
  const count = added(first);
  expect(count).toBeGreaterThan(10);
  expect(added(frames.frameOf(results()))).toBe(0);
  expect(added(first)).toBe(count);
});

test("a fragment whose page is not sent is sent with the next one", () => {
  const { parts, memory } = createWorker();
  const [part] = parts.read('[[0,{"id":1}],{"fields":[0]}]')[
    "fields" as keyof ServerView
  ] as object[];
  const failed = memory.startList();
  const paragraph = () => ({ html: "<p>", preloads: [] });
  const first = failed.add(part, "key", paragraph);
  failed.discard();
  const page = memory.startList();
  const second = page.add(part, "key", paragraph);
  const third = page.add(part, "key", () => ({ html: "not rendered again", preloads: [] }));
  expect(page.add({ id: 1 }, "key", paragraph)).toBeUndefined();
  expect(page.added.map(({ part, html }) => [part, html])).toEqual([[0, "<p>"]]);
  expect(second?.id).not.toBe(first?.id);
  expect(third?.id).toBe(second?.id);
});

/** A golden page of results. */
const results = (): View => golden.find(([file]) => file === "properties.en.json")?.[1] as View;

test("the cache drops what was used longest ago", () => {
  const cache = createFragmentCache(25);
  const fragment = { html: "123456789", preloads: [] };
  cache.set("a", fragment);
  cache.set("b", fragment);
  cache.get("a");
  cache.set("c", fragment);
  expect(["a", "b", "c"].filter((key) => cache.get(key) !== undefined)).toEqual(["a", "c"]);
});
