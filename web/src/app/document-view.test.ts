import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { View } from "../generated/view.ts";
import { applyHead } from "./apply-head.ts";
import { readDocumentView } from "./document-view.ts";

const views = resolve(import.meta.dirname, "../../../testdata/views");

/** A golden View without the data of the route, which no component shows. */
function goldenView(file: string): View {
  const { data: _, ...view } = JSON.parse(readFileSync(resolve(views, file), "utf8"));
  return view;
}

function openDocument(json: unknown): void {
  document.body.innerHTML = `<div id="root"></div><script type="application/json" id="view"></script>`;
  const script = document.getElementById("view");
  if (script) script.textContent = JSON.stringify(json).replaceAll("<", "\\u003c");
}

beforeEach(() => {
  document.head.replaceChildren();
});

test.each(readdirSync(views))("the View of a rendered document is that of its link: %s", (file) => {
  const view = goldenView(file);
  const { head, ...rest } = view;
  applyHead(view);
  openDocument(rest);
  expect(readDocumentView()).toEqual(view);
});

test("a document that was not rendered has the whole View", () => {
  const view = goldenView("properties.en.json");
  openDocument(view);
  expect(readDocumentView()).toEqual(view);
});
