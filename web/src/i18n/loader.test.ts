import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLoader } from "./loader.ts";

const fetched = vi.fn<typeof fetch>();
const onFailure = vi.fn<(lang: string, namespace: string, reason: string) => void>();

const json = (body: unknown) => new Response(JSON.stringify(body));
const status = (code: number) => new Response("", { status: code });
const paths = () => fetched.mock.calls.map(([path]) => path);
const loaderOf = (...namespaces: string[]) => createLoader({ namespaces, onFailure });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched.mockReset());
  onFailure.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a namespace is fetched from /locales/{lng}/{ns}.json", async () => {
  fetched.mockImplementation(async (path) => json({ from: String(path) }));
  const loader = loaderOf("menu", "ui");
  expect(loader.state("fr", "menu")).toBeUndefined();
  const loading = loader.load("fr");
  await vi.advanceTimersByTimeAsync(0);
  await expect(loading).resolves.toEqual({
    menu: { from: "/locales/fr/menu.json" },
    ui: { from: "/locales/fr/ui.json" },
  });
  expect(loader.state("fr", "menu")).toBe("loaded");
  await loader.load("fr");
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("two calls for a language wait for the same dictionaries", async () => {
  let answer = () => {};
  fetched.mockImplementation(
    () => new Promise((resolve) => (answer = () => resolve(json({ open: "Ouvrir" })))),
  );
  const loader = loaderOf("menu");
  const calls = Promise.all([loader.load("fr"), loader.load("fr")]);
  await vi.advanceTimersByTimeAsync(0);
  answer();
  const menu = { menu: { open: "Ouvrir" } };
  await expect(calls).resolves.toEqual([menu, menu]);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("ten namespaces are fetched at once, the others as these finish", async () => {
  const answers: (() => void)[] = [];
  fetched.mockImplementation(
    () => new Promise((resolve) => void answers.push(() => resolve(json({})))),
  );
  const namespaces = Array.from({ length: 13 }, (_, n) => `ns${n}`);
  const loader = loaderOf(...namespaces);
  const loading = loader.load("de");
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(10);
  expect(loader.state("de", "ns12")).toBe("loading");
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(11);
  while (answers.length < 13) {
    for (const answer of answers) answer();
    await vi.advanceTimersByTimeAsync(0);
  }
  for (const answer of answers) answer();
  await loading;
  expect(namespaces.map((namespace) => loader.state("de", namespace))).toEqual(
    namespaces.map(() => "loaded"),
  );
});

describe("a failure", () => {
  test.each([
    ["a status of 5xx", () => Promise.resolve(status(503)), "status code: 503"],
    ["a network error", () => Promise.reject(new TypeError("Failed to fetch")), "Failed to fetch"],
  ])("%s is retried five times, with doubled backoff", async (_, answer, reason) => {
    fetched.mockImplementation(answer);
    const loader = loaderOf("menu");
    const loading = loader.load("fr");
    await vi.advanceTimersByTimeAsync(0);
    for (const [retries, backoff] of [350, 700, 1400, 2800, 5600].entries()) {
      await vi.advanceTimersByTimeAsync(backoff - 1);
      expect(fetched).toHaveBeenCalledTimes(retries + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(fetched).toHaveBeenCalledTimes(retries + 2);
    }
    await expect(loading).resolves.toEqual({});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(6);
    expect(loader.state("fr", "menu")).toBe("failed");
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(
      "fr",
      "menu",
      expect.stringContaining(reason),
    );
  });

  test.each([
    ["a status of 4xx", () => status(404), "status code: 404"],
    [
      "a file that is not JSON",
      () => new Response("<html>"),
      "failed parsing /locales/fr/menu.json to json",
    ],
  ])("%s is final", async (_, answer, reason) => {
    fetched.mockImplementation(async () => answer());
    const loader = loaderOf("menu");
    await Promise.all([loader.load("fr"), vi.advanceTimersByTimeAsync(60_000)]);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(loader.state("fr", "menu")).toBe("failed");
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(
      "fr",
      "menu",
      expect.stringContaining(reason),
    );
  });

  test("is retried by the next load; loaded namespaces are not", async () => {
    fetched.mockImplementation(async (path) =>
      String(path).includes("menu") ? status(404) : json({ a: "A" }),
    );
    const loader = loaderOf("menu", "ui");
    await Promise.all([loader.load("fr"), vi.advanceTimersByTimeAsync(0)]);
    fetched.mockReset().mockImplementation(async () => json({ open: "Ouvrir" }));
    const [loaded] = await Promise.all([loader.load("fr"), vi.advanceTimersByTimeAsync(0)]);
    expect(loaded).toEqual({ menu: { open: "Ouvrir" }, ui: { a: "A" } });
    expect(paths()).toEqual(["/locales/fr/menu.json"]);
    expect(loader.state("fr", "menu")).toBe("loaded");
  });
});

test("a server reloads every hour, a browser never", async () => {
  fetched.mockImplementation(async () => json({ a: "A" }));
  for (const [onServer, want] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const loader = createLoader({ namespaces: ["menu"], onServer });
    await Promise.all([loader.load("fr"), vi.advanceTimersByTimeAsync(0)]);
    fetched.mockClear();
    await vi.advanceTimersByTimeAsync(3_599_000);
    expect(fetched).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetched).toHaveBeenCalledTimes(want);
  }
});

test("a missing key is sent to /locales/add/{lng}/{ns} as JSON", async () => {
  fetched.mockImplementation(async () => json({}));
  loaderOf("menu").report("es", "menu.group.word");
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    "/locales/add/es/menu",
    expect.objectContaining({ method: "POST", body: JSON.stringify({ "group.word": "" }) }),
  );
});
