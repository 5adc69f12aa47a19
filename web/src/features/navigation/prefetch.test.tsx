import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { View } from "../../generated/view.ts";
import { timing } from "../../lib/timing.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { runPrefetchCase } from "../../test/prefetch-case.tsx";
import * as fetchPicture from "../../ui/picture/fetch-picture.ts";
import { CARD_SIZES } from "../property-card/card-sizes.ts";
import { Link } from "./link.tsx";
import { createPrefetcher } from "./prefetch.ts";

const golden = (name: string): View =>
  JSON.parse(
    readFileSync(
      resolve(import.meta.dirname, `../../../../testdata/views/${name}.en.json`),
      "utf8",
    ),
  );
const results = golden("properties");
const property = golden("property");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("mode in-view queues a link when it is near, once", async () => {
  await runPrefetchCase({
    mode: "in-view",
    links: ["/a/", "/b/"],
    events: [
      { at_ms: 500, type: "in-view", link: "/a/" },
      { at_ms: 600, type: "in-view", link: "/a/" },
    ],
    want: [
      { at_ms: 1499, fetched: 0 },
      { at_ms: 1500, fetched: 1 },
      { at_ms: 5000, fetched: 1 },
    ],
  });
});

test("a link that the visitor points at is fetched before the queue, once", async () => {
  await runPrefetchCase({
    mode: "in-view",
    links: ["/a/", "/b/", "/c/"],
    opt_out: ["/c/"],
    events: [
      { at_ms: 0, type: "in-view", link: "/a/" },
      { at_ms: 100, type: "pointerdown", link: "/a/" },
      { at_ms: 200, type: "focus", link: "/b/" },
      { at_ms: 300, type: "pointerdown", link: "/c/" },
    ],
    want: [
      { at_ms: 99, fetched: 0 },
      { at_ms: 150, fetched: 1 },
      { at_ms: 5000, fetched: 2 },
    ],
  });
});

test("modes hover and no ignore a focus", async () => {
  for (const mode of ["hover", "no"] as const)
    await runPrefetchCase({
      mode,
      links: ["/a/"],
      events: [{ at_ms: 0, type: "focus", link: "/a/" }],
      want: [{ at_ms: 1000, fetched: 0 }],
    });
});

test("mode hover fetches nothing when the pointer leaves within 50 ms", async () => {
  await runPrefetchCase({
    mode: "hover",
    links: ["/a/"],
    events: [
      { at_ms: 0, type: "mouseover", link: "/a/" },
      { at_ms: 49, type: "mouseout", link: "/a/" },
    ],
    want: [{ at_ms: 1000, fetched: 0 }],
  });
});

test.each([
  { saveData: true, effectiveType: "4g" },
  { saveData: false, effectiveType: "2g" },
])("a poor connection (%o) fetches nothing", async (connection) => {
  await runPrefetchCase({
    mode: "all",
    links: ["/a/"],
    connection,
    want: [{ at_ms: 5000, fetched: 0 }],
  });
});

test("an empty queue has no timer, and the next link starts one", () => {
  const fetch = vi.fn();
  const prefetcher = createPrefetcher({
    mode: "all",
    isCached: () => false,
    fetch,
    fetchPictures: () => {},
    connection: () => undefined,
  });
  prefetcher.onRender("/a/");
  vi.advanceTimersByTime(2000);
  expect(vi.getTimerCount()).toBe(0);
  prefetcher.onRender("/b/");
  vi.advanceTimersByTime(999);
  expect(fetch).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(fetch.mock.calls.flat()).toEqual(["/a/", "/b/"]);
});

test("a mouse over a link fetches its View and its first pictures, a finger and the focus only the View", async () => {
  const { fetched, stop, Provider } = navigationHarness({
    at: "/start/",
    settings: { prefetch: "in-view" },
    answer: async (link) => ({ view: link === "/results/" ? results : property }),
  });
  const pictures = vi.spyOn(fetchPicture, "fetchPicture").mockReset();
  const { container } = render(
    ["/a/", "/results/"].map((link) => <Link key={link} link={link} />),
    { wrapper: Provider },
  );
  const fire = (link: string, type: string, pointerType: string) =>
    container
      .querySelector(`a[href="${link}"]`)
      ?.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType }));
  const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

  fire("/a/", "pointerover", "touch");
  fire("/a/", "pointerdown", "touch");
  fire("/a/", "focusin", "");
  await wait(timing.prefetchHover);
  expect(fetched).toEqual(["/a/"]);
  fire("/a/", "pointerover", "mouse");
  await wait(timing.prefetchHover - 1);
  expect(pictures).not.toHaveBeenCalled();
  await wait(1);
  expect(fetched).toEqual(["/a/"]);
  expect(pictures.mock.calls).toEqual([[property.header.picture, "100vw"]]);

  pictures.mockClear();
  fire("/results/", "pointerover", "mouse");
  await wait(timing.prefetchHover);
  expect(fetched).toEqual(["/a/", "/results/"]);
  const first = results.content
    .flatMap((section) => (section.kind === "property-archive" ? section.cards : []))
    .slice(0, 3);
  expect(pictures.mock.calls).toEqual(first.map(({ picture }) => [picture, CARD_SIZES]));
  expect(first.length).toBeGreaterThan(0);
  stop();
});
