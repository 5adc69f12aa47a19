import { expect, test, vi } from "vitest";
import { ChunkLoadError } from "../lib/chunk.ts";
import { loaders } from "./section-loaders.ts";
import type { SectionLoaders } from "./section-registry.ts";
import { serverSections } from "./sections.server.ts";
import { createSectionRegistry, type SectionReloader } from "./sections.ts";

const Component = () => null;

test("the server has every section of the browser", () => {
  const kinds = Object.keys(loaders) as (keyof SectionLoaders)[];
  expect(kinds.filter((kind) => !serverSections.has(kind))).toEqual([]);
  expect(kinds.length).toBeGreaterThan(20);
});

test("a section loads once, and a failed one does not affect the others", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const load = vi.fn(async () => ({ default: Component }));
  const sections = createSectionRegistry({
    page: load,
    intro: async () => {
      throw new TypeError("error loading dynamically imported module");
    },
  });
  await sections.load(["page", "intro", "page"]);
  await sections.load(["page"]);
  expect(load).toHaveBeenCalledOnce();
  expect(sections.get("page")).toBe(Component);
  expect(sections.get("intro")).toBeUndefined();
  expect(sections.has("intro")).toBe(true);
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ name: "ChunkLoadError", type: "missing" });
});

test("an idle load is pending until it succeeds or fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const sections = createSectionRegistry({
    page: async () => ({ default: Component }),
    intro: async () => {
      throw new TypeError("offline");
    },
  });
  expect(sections.settled()).toBeUndefined();
  sections.loadWhenIdle(["page", "intro"]);
  expect(sections.get("page")).toBeUndefined();
  expect(sections.pending("page")).toBe(sections.pending("page"));
  await sections.settled();
  expect(sections.get("page")).toBe(Component);
  expect([sections.pending("page"), sections.pending("intro")]).toEqual([undefined, undefined]);
  expect(sections.settled()).toBeUndefined();
});

test("a failed section is reloaded, with the number of failures", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const load = vi
    .fn<() => Promise<{ default: () => null }>>()
    .mockRejectedValue(new TypeError("offline"));
  const reload = vi.fn<SectionReloader>().mockRejectedValueOnce(new TypeError("offline"));
  reload.mockResolvedValue({ default: Component });
  const sections = createSectionRegistry({ page: load }, reload);
  await sections.load(["page"]);
  await sections.load(["page"]);
  expect(sections.get("page")).toBeUndefined();
  await sections.load(["page"]);
  expect(sections.get("page")).toBe(Component);
  expect(load).toHaveBeenCalledOnce();
  expect(reload.mock.calls).toEqual([
    ["page", 1],
    ["page", 2],
  ]);
});

test("a chunk times out after two minutes", async () => {
  vi.useFakeTimers();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const sections = createSectionRegistry({ page: () => new Promise(() => {}) });
  const loading = sections.load(["page"]);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(logged).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  const [error] = logged.mock.calls[0] ?? [];
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ type: "timeout" });
  vi.useRealTimers();
});
