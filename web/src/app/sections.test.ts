import { expect, test, vi } from "vitest";
import { ChunkLoadError } from "../lib/chunk.ts";
import { loaders } from "./section-loaders.ts";
import type { SectionLoaders } from "./section-registry.ts";
import { serverSections } from "./sections.server.ts";
import { createSections } from "./sections.ts";

const Drawn = () => null;

test("the server has every section that the browser can load", () => {
  const kinds = Object.keys(loaders) as (keyof SectionLoaders)[];
  expect(kinds.filter((kind) => !serverSections.knows(kind))).toEqual([]);
  expect(kinds.length).toBeGreaterThan(20);
});

test("a section is loaded once, and the others do without the one that fails", async () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  const load = vi.fn(async () => ({ default: Drawn }));
  const sections = createSections({
    page: load,
    intro: async () => {
      throw new TypeError("error loading dynamically imported module");
    },
  });
  await sections.load(["page", "intro", "page"]);
  await sections.load(["page"]);
  expect(load).toHaveBeenCalledOnce();
  expect(sections.get("page")).toBe(Drawn);
  expect(sections.get("intro")).toBeUndefined();
  expect(sections.knows("intro")).toBe(true);
  expect(report.mock.calls[0]?.[0]).toMatchObject({ name: "ChunkLoadError", type: "missing" });
});

test("what is put off is waited for until it is there, or failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const sections = createSections({
    page: async () => ({ default: Drawn }),
    intro: async () => {
      throw new TypeError("offline");
    },
  });
  expect(sections.settled()).toBeUndefined();
  sections.loadLater(["page", "intro"]);
  expect(sections.get("page")).toBeUndefined();
  expect(sections.waiting("page")).toBe(sections.waiting("page"));
  await sections.settled();
  expect(sections.get("page")).toBe(Drawn);
  expect([sections.waiting("page"), sections.waiting("intro")]).toEqual([undefined, undefined]);
  expect(sections.settled()).toBeUndefined();
});

test("a failed section is loaded by a second try", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const load = vi
    .fn<() => Promise<{ default: () => null }>>()
    .mockRejectedValueOnce(new TypeError("offline"))
    .mockResolvedValue({ default: Drawn });
  const sections = createSections({ page: load });
  await sections.load(["page"]);
  await sections.load(["page"]);
  expect(sections.get("page")).toBe(Drawn);
});

test("a chunk that takes longer than two minutes has timed out", async () => {
  vi.useFakeTimers();
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  const sections = createSections({ page: () => new Promise(() => {}) });
  const loading = sections.load(["page"]);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(report).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  const [error] = report.mock.calls[0] ?? [];
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ type: "timeout" });
  vi.useRealTimers();
});
