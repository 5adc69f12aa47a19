import { afterEach, expect, test, vi } from "vitest";
import { sampleView } from "../test/sample-view.ts";
import { AnswerError, fetchAnswer } from "./fetch-answer.ts";

afterEach(() => void vi.unstubAllGlobals());

function serve(body: string, status: number) {
  const fetch = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const signal = new AbortController().signal;

test("asks /_view with the link behind it", async () => {
  const fetch = serve(JSON.stringify({ view: sampleView("/a/?b=1") }), 200);
  const answer = await fetchAnswer("/a/?b=1", signal);
  expect(fetch).toHaveBeenCalledWith("/_view/a/?b=1", expect.anything());
  expect(answer.view?.link).toBe("/a/?b=1");
});

test("an error status with a view is an answer", async () => {
  serve(JSON.stringify({ view: sampleView("/a/", { status: 404 }) }), 404);
  expect((await fetchAnswer("/a/", signal)).view?.status).toBe(404);
});

test.each([
  ["no JSON", "<h1>Bad gateway</h1>", 502],
  ["JSON without a view", "null", 200],
])("%s is an AnswerError with the status", async (_, body, status) => {
  serve(body, status);
  await expect(fetchAnswer("/a/", signal)).rejects.toEqual(new AnswerError(status));
});

test("a dead network stays fetch's own error", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(fetchAnswer("/a/", signal)).rejects.toThrow(TypeError);
});
