import { afterEach, expect, test, vi } from "vitest";
import { sampleView } from "../test/sample-view.ts";
import { fetchView, ViewResponseError } from "./fetch-view.ts";

afterEach(() => void vi.unstubAllGlobals());

function stubFetch(body: string, status: number) {
  const fetch = vi.fn(async (_: string, _init?: RequestInit) => new Response(body, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const signal = new AbortController().signal;

test("requests /_view followed by the link", async () => {
  const fetch = stubFetch(JSON.stringify({ view: sampleView("/a/?b=1") }), 200);
  const answer = await fetchView("/a/?b=1", signal);
  expect(fetch).toHaveBeenCalledWith("/_view/a/?b=1", expect.anything());
  expect(answer.view?.link).toBe("/a/?b=1");
});

test("a prefetch says so", async () => {
  const fetch = stubFetch(JSON.stringify({ view: sampleView("/a/") }), 200);
  await fetchView("/a/", signal);
  await fetchView("/a/", signal, true);
  const purposes = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get("Purpose"));
  expect(purposes).toEqual([null, "prefetch"]);
});

test("an error status with a view resolves", async () => {
  stubFetch(JSON.stringify({ view: sampleView("/a/", { status: 404 }) }), 404);
  expect((await fetchView("/a/", signal)).view?.status).toBe(404);
});

test.each([
  ["no JSON", "<h1>Bad gateway</h1>", 502],
  ["JSON without a view", "null", 200],
])("%s rejects with ViewResponseError and the status", async (_, body, status) => {
  stubFetch(body, status);
  await expect(fetchView("/a/", signal)).rejects.toEqual(new ViewResponseError(status));
});

test("a network failure rejects with fetch's error", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(fetchView("/a/", signal)).rejects.toThrow(TypeError);
});
