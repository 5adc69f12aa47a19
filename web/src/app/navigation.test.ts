import { afterEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../generated/view.ts";
import { settle } from "../test/gestures.ts";
import { type HarnessOptions, navigationHarness } from "../test/navigation-harness.tsx";
import { sampleView } from "../test/sample-view.ts";

let stop = () => {};
afterEach(() => stop());

function begin(options: HarnessOptions = {}) {
  const harness = navigationHarness({ at: "/start/", ...options });
  stop = harness.stop;
  return harness;
}

const redirect = (location: string, external = false): Answer => ({
  redirect: { status: 301, location, external },
});

const address = () => window.location.pathname + window.location.search + window.location.hash;

/** Goes through the history as the browser's buttons do. */
async function travel(steps: number) {
  const popped = new Promise((resolve) =>
    window.addEventListener("popstate", resolve, { once: true }),
  );
  window.history.go(steps);
  await popped;
  await settle();
}

describe("a navigation", () => {
  test("asks once, pushes the link and draws the view", async () => {
    const { router, fetched, drawn } = begin();
    const entries = window.history.length;
    router.navigate("/blog/");
    await settle();
    expect(fetched).toEqual(["/blog/"]);
    expect(drawn.at(-1)?.view.link).toBe("/blog/");
    expect(address()).toBe("/blog/");
    expect(window.history.length).toBe(entries + 1);
  });

  test("replaces the present entry when told so", async () => {
    const { router } = begin();
    const entries = window.history.length;
    router.navigate("/blog/", { replace: true });
    await settle();
    expect(address()).toBe("/blog/");
    expect(window.history.length).toBe(entries);
  });

  test("keeps a deep copy of the state with the entry", async () => {
    const { router } = begin();
    const state = { filter: ["a"] };
    router.navigate("/blog/", { state });
    await settle();
    state.filter.push("b");
    expect(window.history.state.state).toEqual({ filter: ["a"] });
  });

  test("to the link shown already asks nothing and pushes nothing", async () => {
    const { router, fetched } = begin();
    const entries = window.history.length;
    router.navigate("/start/");
    await settle();
    expect(fetched).toEqual([]);
    expect(window.history.length).toBe(entries);
  });

  test("to a hash of the page shown only changes the hash", async () => {
    const { router, fetched } = begin();
    router.navigate("/start/#video");
    await settle();
    expect(fetched).toEqual([]);
    expect(address()).toBe("/start/#video");
  });

  test("to another host leaves the app", async () => {
    const { router, left, fetched } = begin();
    router.navigate("https://partner.example.org/x");
    await settle();
    expect(left).toHaveBeenCalledWith("https://partner.example.org/x", false);
    expect(fetched).toEqual([]);
  });

  test("does not ask again for a view that is fresh", async () => {
    const { router, fetched } = begin();
    router.navigate("/a/");
    await settle();
    router.navigate("/b/");
    await settle();
    router.navigate("/a/");
    await settle();
    expect(fetched).toEqual(["/a/", "/b/"]);
    expect(address()).toBe("/a/");
  });

  test("takes a prefetched view without asking", async () => {
    const { router, views, fetched } = begin();
    await views.ask("/a/");
    router.navigate("/a/");
    await settle();
    expect(fetched).toEqual(["/a/"]);
  });

  test("that is superseded draws nothing, and its fetch is aborted", async () => {
    const aborted = vi.fn();
    const { router, drawn } = begin({
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
    expect(drawn.map(({ view }) => view.link)).toEqual(["/quick/"]);
    expect(aborted).toHaveBeenCalledOnce();
    expect(address()).toBe("/quick/");
  });

  test("waits for what the view needs before it draws", async () => {
    let ready = () => {};
    const prepare = vi.fn(() => new Promise<void>((resolve) => (ready = resolve)));
    const { router, drawn } = begin({ prepare });
    router.navigate("/blog/");
    await settle();
    expect(prepare).toHaveBeenCalledOnce();
    expect(drawn).toEqual([]);
    ready();
    await settle();
    expect(drawn).toHaveLength(1);
  });

  test("shows that it is under way only when it takes its time", async () => {
    vi.useFakeTimers();
    const { router } = begin({ answer: () => new Promise(() => {}) });
    router.navigate("/slow/");
    expect(router.pending.get()).toBe(false);
    await vi.advanceTimersByTimeAsync(80);
    expect(router.pending.get()).toBe(true);
    vi.useRealTimers();
  });

  test("draws the view of a 404 like any other", async () => {
    const { router, drawn } = begin({
      answer: async (link) => ({ view: sampleView(link, { status: 404, screen: "error" }) }),
    });
    router.navigate("/nothing/");
    await settle();
    expect(drawn.at(-1)?.view.status).toBe(404);
    expect(drawn.at(-1)?.failure).toBeUndefined();
  });
});

describe("a redirect", () => {
  test("inside the site is followed before anything is pushed", async () => {
    const { router, fetched, drawn } = begin({
      answer: async (link) =>
        link === "/old/" ? redirect("/new/?a=1") : { view: sampleView(link) },
    });
    const entries = window.history.length;
    router.navigate("/old/#part");
    await settle();
    expect(fetched).toEqual(["/old/", "/new/?a=1"]);
    expect(drawn.map(({ view }) => view.link)).toEqual(["/new/?a=1"]);
    expect(address()).toBe("/new/?a=1#part");
    expect(window.history.length).toBe(entries + 1);
  });

  test("to another site leaves the app", async () => {
    const { router, left, drawn } = begin({
      answer: async () => redirect("https://partner.example.org/", true),
    });
    router.navigate("/partner/");
    await settle();
    expect(left).toHaveBeenCalledWith("https://partner.example.org/", false);
    expect(drawn).toEqual([]);
  });

  test("that never ends is left to the browser", async () => {
    const { router, fetched, left } = begin({
      answer: async (link) => redirect(link === "/a/" ? "/b/" : "/a/"),
    });
    router.navigate("/a/");
    await settle();
    expect(left).toHaveBeenCalledOnce();
    expect(fetched.length).toBeLessThan(8);
  });

  test("of a prefetched link does not redirect", async () => {
    const { views, left, drawn } = begin({ answer: async () => redirect("/new/") });
    await views.ask("/old/");
    await settle();
    expect(drawn).toEqual([]);
    expect(left).not.toHaveBeenCalled();
  });
});

describe("a failure", () => {
  test("of the network draws the offline screen under the link, and a retry asks again", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.useFakeTimers();
    let online = false;
    const { router, fetched, drawn } = begin({
      answer: async (link) => {
        if (!online) throw new TypeError("Failed to fetch");
        return { view: sampleView(link) };
      },
    });
    router.navigate("/blog/");
    await vi.advanceTimersByTimeAsync(5000);
    expect(fetched).toHaveLength(3); // retried twice
    expect(drawn.at(-1)?.failure).toEqual({ link: "/blog/", reason: "network" });
    expect(address()).toBe("/blog/");
    online = true;
    router.navigate("/blog/", { replace: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(drawn.at(-1)?.failure).toBeUndefined();
    expect(drawn.at(-1)?.view.link).toBe("/blog/");
    vi.useRealTimers();
  });

  test("of the server is not retried by itself", async () => {
    const { AnswerError } = await import("./fetch-answer.ts");
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { router, fetched, drawn } = begin({
      answer: async () => {
        throw new AnswerError(502);
      },
    });
    router.navigate("/blog/");
    await settle();
    expect(fetched).toHaveLength(1);
    expect(drawn.at(-1)?.failure?.reason).toBe("server");
  });
});

test("another build loads the document anew", async () => {
  const { router, left, drawn } = begin({
    answer: async (link) => ({ view: sampleView(link, { build: "b2" }) }),
  });
  router.navigate("/blog/");
  await settle();
  expect(left).toHaveBeenCalledWith("/blog/", false);
  expect(drawn).toEqual([]);
});

describe("back and forward", () => {
  test("draw the entry's view again and return to its height, without asking", async () => {
    const { router, fetched, drawn } = begin();
    Object.assign(window, { scrollY: 640 });
    router.navigate("/blog/");
    await settle();
    Object.assign(window, { scrollY: 0 });
    await travel(-1);
    expect(drawn.at(-1)?.view.link).toBe("/start/");
    expect(window.scrollTo).toHaveBeenLastCalledWith(expect.objectContaining({ top: 640 }));
    await travel(1);
    expect(drawn.at(-1)?.view.link).toBe("/blog/");
    expect(fetched).toEqual(["/blog/"]);
  });

  test("leave entries without our state alone", async () => {
    const { drawn } = begin();
    window.history.pushState(null, "", "/foreign/");
    window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
    await settle();
    expect(drawn).toEqual([]);
  });

  test("work for in-page anchors as well", async () => {
    const { router, drawn } = begin();
    window.location.hash = "#video";
    await new Promise((resolve) => window.addEventListener("hashchange", resolve, { once: true }));
    router.navigate("/blog/");
    await settle();
    await travel(-1);
    expect(drawn.at(-1)?.view.link).toBe("/start/");
    expect(address()).toBe("/start/#video");
  });
});

describe("the start", () => {
  test("takes reserved keys out of the address and keeps the rest", () => {
    begin({ at: "/start/?frontity_source_auth=Bearer%20x&utm_source=mail#part" });
    expect(address()).toBe("/start/?utm_source=mail#part");
  });

  test("obeys another prefix of the settings", () => {
    begin({ at: "/start/?opt_a=1&frontity_b=2", settings: { reservedPrefix: "opt_" } });
    expect(address()).toBe("/start/?frontity_b=2");
  });
});
