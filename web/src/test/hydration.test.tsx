import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { act } from "@testing-library/react";
import { hydrateRoot, type Root as ReactRoot } from "react-dom/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createRouter } from "../app/navigation.ts";
import { type Rendering, renderView } from "../app/render-view.tsx";
import { Root } from "../app/root.tsx";
import { createSections } from "../app/sections.ts";
import { byUrgency } from "../app/urgency.ts";
import { createViews } from "../app/views.ts";
import { startConsent } from "../features/consent/consent.ts";
import { startFavorites, toggleFavorite } from "../features/favorites/favorites.ts";
import type { View } from "../generated/view.ts";
import en from "../i18n/en.ts";
import es from "../i18n/es.ts";
import { loadWords } from "../i18n/load-words.ts";
import { createWords } from "../i18n/translate.ts";
import { fakeViewport } from "./fake-viewport.ts";
import { sampleView } from "./sample-view.ts";

fakeViewport(); // a film asks whether it is in sight

/** Views that Go's tests have written; both sides hold to them. */
const folder = resolve(import.meta.dirname, "../../../testdata/views");

function goldenViews(): [string, View][] {
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
    : [];
  return files
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => {
      const golden = JSON.parse(readFileSync(resolve(folder, file), "utf8"));
      return [file, "view" in golden ? golden.view : golden];
    });
}

const renderOnServer = (view: View): Rendering => renderView(view, createWords({ en, es }));

let root: ReactRoot | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

/** Takes the server's HTML over as entry-client.tsx does; returns what React had to say. */
async function takeOver(view: View): Promise<string[]> {
  const complaints: string[] = [];
  vi.spyOn(console, "error").mockImplementation((...args) => void complaints.push(args.join(" ")));
  document.body.innerHTML = `<div id="root">${renderOnServer(view).html}</div>`;
  const box = document.getElementById("root") as HTMLElement;
  const sections = createSections();
  const words = createWords({});
  const { early, late } = byUrgency(view);
  await Promise.all([loadWords(words, view.lang), sections.load(early)]);
  sections.loadLater(late);
  window.history.replaceState(null, "", view.link);
  const views = createViews();
  const router = createRouter({
    view,
    views,
    prepare: async () => {},
    prepareEarly: () => {},
    leave: () => {},
    clicked: () => {},
  });
  await act(async () => {
    root = hydrateRoot(
      box,
      <Root view={view} sections={sections} words={words} router={router} />,
      { onRecoverableError: (error) => complaints.push(String(error)) },
    );
  });
  await act(async () => void (await sections.settled()));
  return complaints;
}

const shown: [string, View][] = [
  ["a sample", sampleView("/sample/")],
  ["a Spanish sample", sampleView("/es/muestra/", { lang: "es" })],
  ...goldenViews(),
];

describe("the browser takes over what the server drew, without a difference", () => {
  test.each(shown)("%s", async (_, view) => {
    expect(await takeOver(view)).toEqual([]);
  });
});

describe("the server names the first picture of high priority to preload", () => {
  test.each(shown)("%s", (_, view) => {
    const { html, preload } = renderOnServer(view);
    document.body.innerHTML = html;
    const first = document.querySelector("img[fetchpriority=high]")?.closest("picture");
    const source = first?.querySelector<HTMLSourceElement>("source[type='image/avif']");
    expect(preload).toEqual(source ? { srcSet: source.srcset, sizes: source.sizes } : undefined);
  });
});

test("what only the browser knows appears after the take-over", async () => {
  localStorage.setItem("favorites", "[1,2,3]");
  const stop = startFavorites();
  startConsent();
  expect(await takeOver(sampleView("/sample/"))).toEqual([]);
  act(() => toggleFavorite(4));
  expect(document.body.textContent).toContain("4");
  stop();
});
