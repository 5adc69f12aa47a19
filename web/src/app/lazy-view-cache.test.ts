import { expect, test, vi } from "vitest";
import { ChunkLoadError } from "../lib/chunk.ts";
import { sampleView } from "../test/sample-view.ts";
import { createLazyViewCache } from "./lazy-view-cache.ts";
import { createViewCache } from "./view-cache.ts";

const cache = () => createViewCache(async (link) => ({ view: sampleView(link) }));

test("the first fetch loads the chunk, once", async () => {
  const create = vi.fn(async () => cache());
  const lazy = createLazyViewCache(create);
  lazy.set(sampleView("/start/"));
  expect(create).not.toHaveBeenCalled();
  await Promise.all([lazy.fetch("/a/"), lazy.fetch("/b/")]);
  expect(create).toHaveBeenCalledOnce();
});

test("a view that is set before the chunk loads is in the cache before and after", async () => {
  const lazy = createLazyViewCache(async () => cache());
  lazy.set(sampleView("/start/"));
  expect([lazy.has("/start/"), lazy.has("/a/")]).toEqual([true, false]);
  await lazy.fetch("/a/");
  expect([lazy.has("/start/"), lazy.has("/a/")]).toEqual([true, true]);
});

test("a chunk that failed to load is retried", async () => {
  const create = vi
    .fn<() => Promise<ReturnType<typeof cache>>>()
    .mockRejectedValueOnce(new TypeError("error loading dynamically imported module"))
    .mockImplementation(async () => cache());
  const lazy = createLazyViewCache(create);
  await expect(lazy.fetch("/a/")).rejects.toThrow(ChunkLoadError);
  expect((await lazy.fetch("/a/")).view?.link).toBe("/a/");
});
