import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { act } from "@testing-library/react";
import { hydrateRoot, type Root as ReactRoot } from "react-dom/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Rendering, renderView } from "../app/render-view.tsx";
import { Root } from "../app/root.tsx";
import { createRouter } from "../app/router.ts";
import { sectionsByPriority } from "../app/section-priority.ts";
import { createSectionRegistry } from "../app/sections.ts";
import { createViewCache } from "../app/view-cache.ts";
import { startConsent } from "../features/consent/consent.ts";
import { startFavorites, toggleFavorite } from "../features/favorites/favorites.ts";
import type { View } from "../generated/view.ts";
import en from "../i18n/en.ts";
import es from "../i18n/es.ts";
import { loadTranslations } from "../i18n/load-translations.ts";
import { createTranslator } from "../i18n/translate.ts";
import { fakeViewport } from "./fake-viewport.ts";
import { sampleView } from "./sample-view.ts";

fakeViewport(); // jsdom has no IntersectionObserver

/** The golden Views, written by Go's tests. */
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

const renderOnServer = (view: View): Rendering => renderView(view, createTranslator({ en, es }));

let root: ReactRoot | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

/** Hydrates the server's HTML as entry-client.tsx does; returns React's errors. */
async function hydrate(view: View): Promise<string[]> {
  const errors: string[] = [];
  vi.spyOn(console, "error").mockImplementation((...args) => void errors.push(args.join(" ")));
  document.body.innerHTML = `<div id="root">${renderOnServer(view).html}</div>`;
  const box = document.getElementById("root") as HTMLElement;
  const sections = createSectionRegistry();
  const translator = createTranslator({});
  const { early, deferred } = sectionsByPriority(view);
  await Promise.all([loadTranslations(translator, view.lang), sections.load(early)]);
  sections.loadWhenIdle(deferred);
  window.history.replaceState(null, "", view.link);
  const cache = createViewCache();
  const router = createRouter({
    view,
    cache,
    prepare: async () => {},
    preload: () => {},
    loadDocument: () => {},
    onLinkClick: () => {},
  });
  await act(async () => {
    root = hydrateRoot(
      box,
      <Root view={view} sections={sections} translator={translator} router={router} />,
      { onRecoverableError: (error) => errors.push(String(error)) },
    );
  });
  await act(async () => void (await sections.settled()));
  return errors;
}

const views: [string, View][] = [
  ["a sample", sampleView("/sample/")],
  ["a Spanish sample", sampleView("/es/muestra/", { lang: "es" })],
  ...goldenViews(),
];

describe("the browser hydrates the server's HTML without a mismatch", () => {
  test.each(views)("%s", async (_, view) => {
    expect(await hydrate(view)).toEqual([]);
  });
});

describe("the server names the first picture of high priority to preload", () => {
  test.each(views)("%s", (_, view) => {
    const { html, preload } = renderOnServer(view);
    document.body.innerHTML = html;
    const first = document.querySelector("img[fetchpriority=high]")?.closest("picture");
    const source = first?.querySelector<HTMLSourceElement>("source[type='image/avif']");
    expect(preload).toEqual(source ? { srcSet: source.srcset, sizes: source.sizes } : undefined);
  });
});

test("values that only the browser has appear after hydration", async () => {
  localStorage.setItem("favorites", "[1,2,3]");
  const stop = startFavorites();
  startConsent();
  expect(await hydrate(sampleView("/sample/"))).toEqual([]);
  act(() => toggleFavorite(4));
  expect(document.body.textContent).toContain("4");
  stop();
});
