import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleView } from "../test/sample-view.ts";
import { createViewCache } from "./view-cache.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A cache, and the links that it has fetched. */
function counted(change: Partial<ReturnType<typeof sampleView>> = {}) {
  const fetched: string[] = [];
  const cache = createViewCache(async (link) => {
    fetched.push(link);
    return { view: { ...sampleView(link), ...change } };
  });
  return { cache, fetched };
}

// Specification §4.1.2.
test("a view is fetched once a minute, and once in ten minutes for back and forward", async () => {
  const { cache, fetched } = counted();
  await Promise.all([cache.fetch("/blog/"), cache.fetch("/blog/")]);
  await cache.fetch("/blog/");
  expect(fetched).toEqual(["/blog/"]);
  await cache.fetch("/blog/page/2/");
  expect(fetched).toEqual(["/blog/", "/blog/page/2/"]);
  vi.advanceTimersByTime(61_000);
  await cache.fetch("/blog/", true);
  expect(fetched).toHaveLength(2);
  await cache.fetch("/blog/");
  expect(fetched).toHaveLength(3);
});

test.each([
  ["a preview", { preview: true }],
  ["a server error", { status: 502 }],
])("%s is fetched again each time", async (_, change) => {
  const { cache, fetched } = counted(change as Partial<ReturnType<typeof sampleView>>);
  await cache.fetch("/a/");
  await cache.fetch("/a/");
  expect(fetched).toHaveLength(2);
});
