import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timing } from "../../lib/timing.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { runPrefetchCase } from "../../test/prefetch-case.tsx";
import { Link } from "./link.tsx";
import { createPrefetcher } from "./prefetch.ts";

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
    getReady: () => {},
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

test("a mouse that rests on a link announces its View, once, and later that it was not opened", async () => {
  const { router, stop, Provider } = navigationHarness({
    at: "/start/",
    settings: { prefetch: "in-view" },
  });
  const intents: (string | undefined)[] = [];
  router.subscribeIntent((view) => intents.push(view?.link));
  const { container } = render(<Link link="/a/" />, { wrapper: Provider });
  const fire = (type: string, pointerType: string) =>
    container
      .querySelector("a")
      ?.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType }));
  const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

  fire("pointermove", "touch");
  await wait(timing.intentRest);
  fire("pointermove", "mouse");
  await wait(timing.intentRest - 1);
  fire("pointerdown", "mouse");
  await wait(timing.intentRest);
  expect(intents).toEqual([]);

  fire("pointermove", "mouse");
  await wait(timing.intentRest);
  expect(intents).toEqual(["/a/"]);
  await wait(timing.intentTime);
  expect(intents).toEqual(["/a/", undefined]);

  fire("pointermove", "mouse");
  await wait(timing.intentRest);
  router.navigate("/a/");
  await wait(0);
  fire("pointermove", "mouse");
  await wait(timing.intentRest);
  expect(intents).toEqual(["/a/", undefined, "/a/"]);
  stop();
});
