import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { act, render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { View } from "../generated/view.ts";
import { loadTranslations } from "../i18n/load-translations.ts";
import { createTranslator } from "../i18n/translate.ts";
import { fakeViewport } from "../test/fake-viewport.ts";
import { sampleView } from "../test/sample-view.ts";
import { Root } from "./root.tsx";
import { createRouter, type Router, type RouterState } from "./router.ts";
import { createSectionRegistry } from "./sections.ts";
import { createViewCache } from "./view-cache.ts";

fakeViewport(); // jsdom has no IntersectionObserver

const golden: View = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../testdata/views/properties.en.json"), "utf8"),
);

/** A page of 24 results, from the golden View. */
function results(link: string): View {
  const content = golden.content.map((section) => {
    if (section.kind !== "property-archive") return section;
    const [card] = section.cards;
    if (!card) throw new Error("the golden View has no card");
    return { ...section, cards: Array.from({ length: 24 }, (_, id) => ({ ...card, id: id + 1 })) };
  });
  return { ...golden, link, content };
}

const cards = () => document.querySelectorAll("main article").length;

/** Renders a page and returns how to show a state of the router. */
async function start() {
  const view = sampleView("/sample/");
  const sections = createSectionRegistry();
  const translator = createTranslator({});
  await Promise.all([loadTranslations(translator, "en"), sections.load(["page"])]);
  await sections.load(golden.content.map(({ kind }) => kind));
  let show: (state: RouterState) => void = () => {};
  const router: Router = {
    ...createRouter({
      view,
      cache: createViewCache(),
      prepare: async () => {},
      preload: () => {},
      loadDocument: () => {},
      onLinkClick: () => {},
    }),
    start: (render) => {
      show = render;
      return () => {};
    },
  };
  render(<Root view={view} sections={sections} translator={translator} router={router} />);
  return { show: (state: RouterState) => act(async () => show(state)) };
}

beforeEach(() => void vi.mocked(window.scrollTo).mockReset());

test("content that is replaced does not keep the focus, and the heading gets it", async () => {
  const { show } = await start();
  await show({ view: results("/a/"), scrollTarget: { scroll: true } });
  expect(cards()).toBe(24);
  document.querySelector<HTMLElement>("main article a")?.focus();
  await show({ view: sampleView("/c/"), scrollTarget: { scroll: true } });
  expect(document.activeElement?.tagName).toBe("H1");
});

test("a page is in the document with its title when a navigation scrolls", async () => {
  const { show } = await start();
  const view = results("/a/");
  const atScroll = vi.fn();
  vi.mocked(window.scrollTo).mockImplementation(() => atScroll(cards(), document.title));
  await show({ view, scrollTarget: { scroll: 900, restored: true } });
  expect(atScroll).toHaveBeenCalledExactlyOnceWith(24, view.head.title);
});

test("after a failure, pages are displayed as before", async () => {
  const { show } = await start();
  const view = results("/a/");
  const failure = { link: "/a/", reason: "network" } as const;
  await show({ view, failure, scrollTarget: { scroll: true } });
  expect(cards()).toBe(0);
  await show({ view, scrollTarget: { scroll: true } });
  expect(cards()).toBe(24);
  expect(document.title).toBe(view.head.title);
});
