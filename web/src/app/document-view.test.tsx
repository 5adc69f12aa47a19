import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../generated/view.ts";
import en from "../i18n/en.ts";
import es from "../i18n/es.ts";
import { createTranslator } from "../i18n/translate.ts";
import { applyHead } from "./apply-head.ts";
import { loadDocumentView } from "./document-view.ts";
import { renderView } from "./render-view.tsx";

const testdata = resolve(import.meta.dirname, "../../../testdata");
const read = (folder: string, file: string): string =>
  readFileSync(resolve(testdata, folder, file), "utf8");

/** The golden Views whose JSON in documents is a golden file too, written by Go's tests. */
const files = readdirSync(resolve(testdata, "documents"));

/** What a browser gets without the data of the route, which the View of a document lacks. */
function goldenView(file: string): View {
  const { data: _, ...view } = JSON.parse(read("views", file));
  return view;
}

/** Makes the document of a View as internal/site/server/document.go does. */
function openDocument(file: string): View {
  const view = goldenView(file);
  applyHead(view);
  const { html } = renderView(view, createTranslator({ en, es }));
  const json = read("documents", file).replaceAll("<", "\\u003c");
  document.body.innerHTML = `<div id="root">${html}</div><script type="application/json" id="view">${json}</script>`;
  return view;
}

const noFetch = () => Promise.reject(new Error("the View was fetched"));

beforeEach(() => {
  document.head.replaceChildren();
});

describe("the View of a document is that of its link", () => {
  test.each(files)("%s", async (file) => {
    const view = openDocument(file);
    expect(await loadDocumentView(noFetch)).toEqual(view);
  });
});

test("a document of results has no card twice", () => {
  const results = goldenView("properties.en.json").content.flatMap((section) =>
    section.kind === "property-archive" ? section.cards : [],
  );
  const json = read("documents", "properties.en.json");
  expect(results.filter(({ title }) => json.includes(title))).toEqual([]);
});

test("the View is fetched where an extension removed a part of a card", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const view = openDocument("properties.en.json");
  document.querySelector("[data-results] article p")?.parentElement?.remove();
  const fetched: string[] = [];
  const fetch = async (link: string) => {
    fetched.push(link);
    return { view };
  };
  expect(await loadDocumentView(fetch)).toBe(view);
  expect(fetched).toEqual(["/properties/"]);
});
