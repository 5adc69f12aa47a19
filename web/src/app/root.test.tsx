import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

/** Renders a page and returns how to show a state of the router, and how to point at a View; and the cards of each first commit. */
async function start() {
  const view = sampleView("/sample/");
  const sections = createSectionRegistry();
  const translator = createTranslator({});
  await Promise.all([loadTranslations(translator, "en"), sections.load(["page"])]);
  await sections.load(golden.content.map(({ kind }) => kind));
  let show: (state: RouterState) => void = () => {};
  let point: (view: View | undefined) => void = () => {};
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
    subscribeIntent: (listener) => {
      point = listener;
      return () => {};
    },
  };
  render(<Root view={view} sections={sections} translator={translator} router={router} />);
  const commits: number[] = [];
  vi.mocked(window.scrollTo).mockImplementation(() => void commits.push(cards()));
  return {
    commits,
    show: (state: RouterState) => act(async () => show(state)),
    point: (view: View | undefined) => act(async () => point(view)),
  };
}

/** Makes the window wide or narrow, in a browser with content-visibility. */
function wide(matches: boolean) {
  vi.stubGlobal("CSS", { supports: () => true });
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => ({ matches, media, addEventListener() {}, removeEventListener() {} }) as never,
  );
}

beforeEach(() => void vi.mocked(window.scrollTo).mockReset());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What follows after a paint. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 5000 });

/** The pages in the document that are displayed, and those that are hidden. */
const pages = (selector: "[data-page]" | ".hidden") =>
  [...document.querySelectorAll<HTMLElement>(`main > ${selector}`)].filter(
    (page) => page.querySelector("h1") !== null,
  );

test("a navigation commits the first cards, then the others", async () => {
  const { show, commits } = await start();
  await show({ view: results("/a/"), scrollTarget: { scroll: true } });
  expect(commits).toEqual([6]);
  expect(cards()).toBe(24);
});

test("a step back, and a link that keeps its place, commit the whole page", async () => {
  const { show, commits } = await start();
  await show({ view: results("/a/"), scrollTarget: { scroll: 900, restored: true } });
  expect(commits).toEqual([24]);
  const numbers: number[] = [];
  const observer = new MutationObserver(() => numbers.push(cards()));
  observer.observe(document.body, { childList: true, subtree: true });
  await show({ view: results("/b/"), scrollTarget: { scroll: false } });
  observer.disconnect();
  expect(Math.min(...numbers)).toBe(24);
});

test("a navigation to the displayed page keeps all its cards", async () => {
  const { show, commits } = await start();
  const view = results("/a/");
  await show({ view, scrollTarget: { scroll: true } });
  await show({ view, scrollTarget: { scroll: true } });
  expect(commits).toEqual([6, 24]);
});

test("content that is replaced does not keep the focus, and the heading gets it", async () => {
  const { show } = await start();
  await show({ view: results("/a/"), scrollTarget: { scroll: true } });
  const link = document.querySelector<HTMLElement>("main article a");
  link?.focus();
  const focusWhenRemoved = vi.fn();
  link?.addEventListener("blur", () => focusWhenRemoved(link.isConnected));
  await show({ view: sampleView("/c/"), scrollTarget: { scroll: true } });
  expect(focusWhenRemoved).toHaveBeenCalledWith(true);
  expect(document.activeElement?.tagName).toBe("H1");
});

test("the page that the visitor points at is rendered hidden, and a click shows its elements", async () => {
  wide(true);
  const { show, point, commits } = await start();
  const view = results("/a/");
  await point(view);
  const card = document.querySelector<HTMLElement>("main article");
  expect(cards()).toBe(6);
  expect(card?.closest("main > div")?.className).toBe("hidden");
  expect(document.title).not.toBe(view.head.title);
  await show({ view, scrollTarget: { scroll: true } });
  expect(commits).toEqual([6]);
  expect(document.querySelector("main article")).toBe(card);
  expect(card?.closest("main > div")?.className).toBe("");
  const active = () => [...document.querySelectorAll("main > [data-active]")];
  expect(active()).not.toContain(card?.closest("main > div"));
  // After the paint: focus, effects and styles of other elements, the rest of the page, and the head.
  await eventually(() => expect(cards()).toBe(24));
  expect(document.activeElement).toBe(card?.closest("main > div")?.querySelector("h1"));
  expect(active()).toEqual([card?.closest("main > div")]);
  expect(document.title).toBe(view.head.title);
});

test("a step back shows the elements of the page that was left", async () => {
  wide(true);
  const { show, point, commits } = await start();
  const [first, second] = [results("/a/"), results("/b/")];
  await point(first);
  await show({ view: first, scrollTarget: { scroll: true } });
  await eventually(() => expect(cards()).toBe(24));
  const [left] = pages("[data-page]");
  await point(second);
  await show({ view: second, scrollTarget: { scroll: true } });
  await eventually(() => expect(document.title).toBe(second.head.title));
  await eventually(() => expect(cards()).toBe(48));
  expect(pages(".hidden")).toEqual([left]);
  // Anchors and labels of the displayed page must not find the ids of the other one.
  await eventually(() => expect(left?.querySelector("[id]")).toBeNull());
  await show({ view: first, scrollTarget: { scroll: 700, restored: true } });
  expect(pages("[data-page]")).toEqual([left]);
  expect(commits.at(-1)).toBe(48);
  await eventually(() => expect(left?.querySelector("[id]")).not.toBeNull());
  expect(pages(".hidden")).toHaveLength(1);
});

test("a page in which something plays is not kept for a step back", async () => {
  wide(true);
  const { show, point } = await start();
  const [first, second] = [results("/a/"), results("/b/")];
  await point(first);
  await show({ view: first, scrollTarget: { scroll: true } });
  await eventually(() => expect(cards()).toBe(24));
  document.querySelector("[data-page] > div")?.append(document.createElement("iframe"));
  await point(second);
  await show({ view: second, scrollTarget: { scroll: true } });
  await eventually(() => expect(document.title).toBe(second.head.title));
  await eventually(() => expect(pages(".hidden")).toEqual([]));
});

test("a hidden page is removed when another page is shown, or when it is not opened", async () => {
  wide(true);
  const { show, point } = await start();
  await point(results("/a/"));
  await point(undefined);
  expect(cards()).toBe(0);
  await point(results("/a/"));
  await show({ view: sampleView("/c/"), scrollTarget: { scroll: true } });
  expect(cards()).toBe(0);
});

test("after a failure, pages are displayed and rendered ahead as before", async () => {
  wide(true);
  const { show, point, commits } = await start();
  const [first, second] = [results("/a/"), results("/b/")];
  await show({
    view: first,
    failure: { link: "/a/", reason: "network" },
    scrollTarget: { scroll: true },
  });
  await point(second);
  expect(cards()).toBe(0);
  await show({ view: first, scrollTarget: { scroll: true } });
  expect(cards()).toBe(24);
  await point(second);
  expect(cards()).toBe(30);
  await show({ view: second, scrollTarget: { scroll: true } });
  expect(commits.at(-1)).toBe(30);
  await eventually(() => expect(document.title).toBe(second.head.title));
  await eventually(() => expect(cards()).toBe(24));
});

test("narrow windows, and browsers without content-visibility, render no page ahead", async () => {
  wide(false);
  const { point } = await start();
  await point(results("/a/"));
  expect(cards()).toBe(0);
  wide(true);
  vi.stubGlobal("CSS", { supports: () => false });
  await point(results("/b/"));
  expect(cards()).toBe(0);
});
