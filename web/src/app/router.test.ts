import { afterEach, describe, expect, test, vi } from "vitest";
import type { ViewResponse } from "../generated/view.ts";
import { settle } from "../test/events.ts";
import { type HarnessOptions, navigationHarness } from "../test/navigation-harness.tsx";
import { sampleView } from "../test/sample-view.ts";

let stop = () => {};
afterEach(() => stop());

function setup(options: HarnessOptions = {}) {
  const harness = navigationHarness({ at: "/start/", ...options });
  stop = harness.stop;
  return harness;
}

const redirect = (location: string, external = false): ViewResponse => ({
  redirect: { status: 301, location, external },
});

const address = () => window.location.pathname + window.location.search + window.location.hash;

/** Steps through the history as the browser's buttons do. */
async function travel(steps: number) {
  const popState = new Promise((resolve) =>
    window.addEventListener("popstate", resolve, { once: true }),
  );
  window.history.go(steps);
  await popState;
  await settle();
}

describe("a navigation", () => {
  test("fetches once, pushes the link and renders the view", async () => {
    const { router, fetched, rendered } = setup();
    const entries = window.history.length;
    router.navigate("/blog/");
    await settle();
    expect(fetched).toEqual(["/blog/"]);
    expect(rendered.at(-1)?.view.link).toBe("/blog/");
    expect(address()).toBe("/blog/");
    expect(window.history.length).toBe(entries + 1);
  });

  test("replaces the current entry with the option replace", async () => {
    const { router } = setup();
    const entries = window.history.length;
    router.navigate("/blog/", { replace: true });
    await settle();
    expect(address()).toBe("/blog/");
    expect(window.history.length).toBe(entries);
  });

  test("saves a deep copy of the state with the entry", async () => {
    const { router } = setup();
    const state = { filter: ["a"] };
    router.navigate("/blog/", { state });
    await settle();
    state.filter.push("b");
    expect(window.history.state.state).toEqual({ filter: ["a"] });
  });

  test("to the displayed link fetches nothing and pushes nothing", async () => {
    const { router, fetched } = setup();
    const entries = window.history.length;
    router.navigate("/start/");
    await settle();
    expect(fetched).toEqual([]);
    expect(window.history.length).toBe(entries);
  });

  test("to a hash of the displayed page only changes the hash", async () => {
    const { router, fetched } = setup();
    router.navigate("/start/#video");
    await settle();
    expect(fetched).toEqual([]);
    expect(address()).toBe("/start/#video");
  });

  test("to another host loads the document", async () => {
    const { router, loadDocument, fetched } = setup();
    router.navigate("https://partner.example.org/x");
    await settle();
    expect(loadDocument).toHaveBeenCalledWith("https://partner.example.org/x", false);
    expect(fetched).toEqual([]);
  });

  test("uses the cache while a view is fresh", async () => {
    const { router, fetched } = setup();
    router.navigate("/a/");
    await settle();
    router.navigate("/b/");
    await settle();
    router.navigate("/a/");
    await settle();
    expect(fetched).toEqual(["/a/", "/b/"]);
    expect(address()).toBe("/a/");
  });

  test("uses a prefetched view", async () => {
    const { router, cache, fetched } = setup();
    await cache.fetch("/a/");
    router.navigate("/a/");
    await settle();
    expect(fetched).toEqual(["/a/"]);
  });

  test("that is superseded renders nothing, and its fetch is aborted", async () => {
    const aborted = vi.fn();
    const { router, rendered } = setup({
      answer: (link, signal) => {
        if (link !== "/slow/") return Promise.resolve({ view: sampleView(link) });
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            aborted();
            reject(new DOMException("aborted", "AbortError"));
          });
        });
      },
    });
    router.navigate("/slow/");
    router.navigate("/quick/");
    await settle();
    expect(rendered.map(({ view }) => view.link)).toEqual(["/quick/"]);
    expect(aborted).toHaveBeenCalledOnce();
    expect(address()).toBe("/quick/");
  });

  test("waits for prepare before it renders", async () => {
    let ready = () => {};
    const prepare = vi.fn(() => new Promise<void>((resolve) => (ready = resolve)));
    const { router, rendered } = setup({ prepare });
    router.navigate("/blog/");
    await settle();
    expect(prepare).toHaveBeenCalledOnce();
    expect(rendered).toEqual([]);
    ready();
    await settle();
    expect(rendered).toHaveLength(1);
  });

  test("is pending only after a delay", async () => {
    vi.useFakeTimers();
    const { router } = setup({ answer: () => new Promise(() => {}) });
    router.navigate("/slow/");
    expect(router.pending.get()).toBe(false);
    await vi.advanceTimersByTimeAsync(80);
    expect(router.pending.get()).toBe(true);
    vi.useRealTimers();
  });

  test("renders the view of a 404", async () => {
    const { router, rendered } = setup({
      answer: async (link) => ({ view: sampleView(link, { status: 404, screen: "error" }) }),
    });
    router.navigate("/nothing/");
    await settle();
    expect(rendered.at(-1)?.view.status).toBe(404);
    expect(rendered.at(-1)?.failure).toBeUndefined();
  });
});

describe("a redirect", () => {
  test("inside the site is followed before a push", async () => {
    const { router, fetched, rendered } = setup({
      answer: async (link) =>
        link === "/old/" ? redirect("/new/?a=1") : { view: sampleView(link) },
    });
    const entries = window.history.length;
    router.navigate("/old/#part");
    await settle();
    expect(fetched).toEqual(["/old/", "/new/?a=1"]);
    expect(rendered.map(({ view }) => view.link)).toEqual(["/new/?a=1"]);
    expect(address()).toBe("/new/?a=1#part");
    expect(window.history.length).toBe(entries + 1);
  });

  test("to another site loads the document", async () => {
    const { router, loadDocument, rendered } = setup({
      answer: async () => redirect("https://partner.example.org/", true),
    });
    router.navigate("/partner/");
    await settle();
    expect(loadDocument).toHaveBeenCalledWith("https://partner.example.org/", false);
    expect(rendered).toEqual([]);
  });

  test("loop becomes a document load", async () => {
    const { router, fetched, loadDocument } = setup({
      answer: async (link) => redirect(link === "/a/" ? "/b/" : "/a/"),
    });
    router.navigate("/a/");
    await settle();
    expect(loadDocument).toHaveBeenCalledOnce();
    expect(fetched.length).toBeLessThan(8);
  });

  test("of a prefetched link is not followed", async () => {
    const { cache, loadDocument, rendered } = setup({ answer: async () => redirect("/new/") });
    await cache.fetch("/old/");
    await settle();
    expect(rendered).toEqual([]);
    expect(loadDocument).not.toHaveBeenCalled();
  });
});

describe("a failure", () => {
  test("of the network renders the offline screen under the link, and a retry fetches again", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.useFakeTimers();
    let online = false;
    const { router, fetched, rendered } = setup({
      answer: async (link) => {
        if (!online) throw new TypeError("Failed to fetch");
        return { view: sampleView(link) };
      },
    });
    router.navigate("/blog/");
    await vi.advanceTimersByTimeAsync(5000);
    expect(fetched).toHaveLength(3); // retried twice
    expect(rendered.at(-1)?.failure).toEqual({ link: "/blog/", reason: "network" });
    expect(address()).toBe("/blog/");
    online = true;
    router.navigate("/blog/", { replace: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(rendered.at(-1)?.failure).toBeUndefined();
    expect(rendered.at(-1)?.view.link).toBe("/blog/");
    vi.useRealTimers();
  });

  test("of the server is not retried automatically", async () => {
    const { ViewResponseError } = await import("./fetch-view.ts");
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { router, fetched, rendered } = setup({
      answer: async () => {
        throw new ViewResponseError(502);
      },
    });
    router.navigate("/blog/");
    await settle();
    expect(fetched).toHaveLength(1);
    expect(rendered.at(-1)?.failure?.reason).toBe("server");
  });
});

test("a view of another build loads the document", async () => {
  const { router, loadDocument, rendered } = setup({
    answer: async (link) => ({ view: sampleView(link, { build: "b2" }) }),
  });
  router.navigate("/blog/");
  await settle();
  expect(loadDocument).toHaveBeenCalledWith("/blog/", false);
  expect(rendered).toEqual([]);
});

describe("back and forward", () => {
  test("render the cached view of the entry and restore its height", async () => {
    const { router, fetched, rendered } = setup();
    Object.assign(window, { scrollY: 640 });
    router.navigate("/blog/");
    await settle();
    Object.assign(window, { scrollY: 0 });
    await travel(-1);
    expect(rendered.at(-1)?.view.link).toBe("/start/");
    expect(window.scrollTo).toHaveBeenLastCalledWith(expect.objectContaining({ top: 640 }));
    await travel(1);
    expect(rendered.at(-1)?.view.link).toBe("/blog/");
    expect(fetched).toEqual(["/blog/"]);
  });

  test("ignore entries without our state", async () => {
    const { rendered } = setup();
    window.history.pushState(null, "", "/foreign/");
    window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
    await settle();
    expect(rendered).toEqual([]);
  });

  test("work for in-page anchors", async () => {
    const { router, rendered } = setup();
    window.location.hash = "#video";
    await new Promise((resolve) => window.addEventListener("hashchange", resolve, { once: true }));
    router.navigate("/blog/");
    await settle();
    await travel(-1);
    expect(rendered.at(-1)?.view.link).toBe("/start/");
    expect(address()).toBe("/start/#video");
  });
});

describe("start", () => {
  test("removes reserved keys from the address and keeps the others", () => {
    setup({ at: "/start/?frontity_source_auth=Bearer%20x&utm_source=mail#part" });
    expect(address()).toBe("/start/?utm_source=mail#part");
  });

  test("uses the reserved prefix of the settings", () => {
    setup({ at: "/start/?opt_a=1&frontity_b=2", settings: { reservedPrefix: "opt_" } });
    expect(address()).toBe("/start/?frontity_b=2");
  });
});
