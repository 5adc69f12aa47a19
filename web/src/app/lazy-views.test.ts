import { expect, test, vi } from "vitest";
import { sampleView } from "../test/sample-view.ts";
import { lazyViews } from "./lazy-views.ts";
import { createViews } from "./views.ts";

const views = () => createViews(async (link) => ({ view: sampleView(link) }));

test("the cache is loaded by the first question, once", async () => {
  const create = vi.fn(async () => views());
  const lazy = lazyViews(create);
  lazy.keep(sampleView("/start/"));
  expect(create).not.toHaveBeenCalled();
  await Promise.all([lazy.ask("/a/"), lazy.ask("/b/")]);
  expect(create).toHaveBeenCalledOnce();
});

test("what was kept before is known before and after", async () => {
  const lazy = lazyViews(async () => views());
  lazy.keep(sampleView("/start/"));
  expect([lazy.isKnown("/start/"), lazy.isKnown("/a/")]).toEqual([true, false]);
  await lazy.ask("/a/");
  expect([lazy.isKnown("/start/"), lazy.isKnown("/a/")]).toEqual([true, true]);
});

test("a chunk that did not come is asked for again", async () => {
  const create = vi
    .fn<() => Promise<ReturnType<typeof views>>>()
    .mockRejectedValueOnce(new TypeError("error loading dynamically imported module"))
    .mockImplementation(async () => views());
  const lazy = lazyViews(create);
  await expect(lazy.ask("/a/")).rejects.toThrow(TypeError);
  expect((await lazy.ask("/a/")).view?.link).toBe("/a/");
});
