import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Locator, type Page } from "@playwright/test";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";
import { keepBackForwardCache, leaveAndReturn } from "./back-forward-cache.ts";
import { launchOptions } from "./browser.ts";
import { freePort, serve } from "./serve.ts";
import { describeSpeed, SLOWDOWN } from "./slowdown.ts";
import { t } from "./translations.ts";

/**
 * Measures a scripted journey: the time from the press to the painted View, and the longest
 * interaction as INP counts it (input delay, handlers, next paint), with the processor slowed four
 * times and a round trip of 40 ms. The visitor points at a link for a second before the press.
 * ESTATE_JOURNEY_RUNS is the number of runs (5). ESTATE_BIN, ESTATE_E2E_DATA and CHROMIUM are those of
 * playwright.config.ts. Times depend on the machine: measure on an idle one, and compare runs of the same
 * speed (slowdown.ts).
 */
const RUNS = Number(process.env.ESTATE_JOURNEY_RUNS ?? 5);
const GOAL = 100;
const POINTING = 1000;

type Done = "page" | "dialog";

type Step = {
  name: string;
  target(page: Page): Locator | undefined;
  /** What the step opens; a page by default. */
  done?: Done;
  /** Runs before the step, not measured. */
  before?(page: Page): Promise<unknown>;
  /** Runs after the step. */
  after?(page: Page): Promise<unknown>;
};

const main = (page: Page) => page.getByRole("main");
const steps: Step[] = [
  { name: "menu", target: (page) => page.locator('header a[href="/for-sale/"]').first() },
  {
    name: "next page",
    target: (page) => main(page).locator('a[rel="next"], a[href*="/page/2/"]').first(),
  },
  {
    name: "filter",
    target: (page) => page.getByRole("search").first().locator("button[type=submit]"),
  },
  {
    name: "card to property",
    target: (page) => main(page).getByRole("article").nth(1).getByRole("link").first(),
  },
  {
    name: "lightbox",
    target: (page) =>
      page.getByRole("link", { name: new RegExp(t("en", "property.viewGallery")) }).first(),
    done: "dialog",
    after: (page) => page.keyboard.press("Escape"),
  },
  { name: "back", target: () => undefined },
  {
    name: "language",
    target: (page) => page.locator('header details a[hreflang="es"]').first(),
    before: (page) => page.locator("header details:has(a[hreflang]) summary").click(),
  },
];

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.ceil(values.length * share) - 1)
  ] ?? 0;

/** Starts to watch for the press and the paint after it; the result is window.journey. */
const watch = (page: Page, done: Done) =>
  page.evaluate((done) => {
    const { href } = location;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    setTimeout(() => reject(new Error("nothing was painted within 30 s")), 30_000);
    const state = { pressed: 0, inp: 0, painted: promise };
    Object.assign(window, { journey: state });
    const press = (event: Event) => {
      state.pressed ||= event.timeStamp;
    };
    addEventListener("pointerdown", press, { capture: true, once: true });
    new PerformanceObserver((list) => {
      // Entries without an interaction, such as pointerover, do not count for INP.
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) state.inp = Math.max(state.inp, entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    // The address changes, and then the page in main, or a dialog opens, before the frame that shows it.
    const changed = () => {
      const isDisplayed =
        done === "page" ? location.href !== href : document.querySelector("dialog[open]");
      if (state.pressed === 0 || !isDisplayed) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - state.pressed);
        port2.postMessage(0); // after this frame
      });
    };
    const observer = new MutationObserver(changed);
    if (done === "page")
      for (const main of document.querySelectorAll("main"))
        observer.observe(main, { childList: true, subtree: true });
    else observer.observe(document.body, { attributeFilter: ["open"], subtree: true });
  }, done);

/** Rests the mouse on an element for a second. locator.hover() would leave listeners of its own in the page. */
async function pointAt(page: Page, target: Locator): Promise<void> {
  for (let before = ""; ; ) {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`not displayed: ${target}`);
    if (before === JSON.stringify(box)) return;
    before = JSON.stringify(box); // it moves while the page is completed
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(POINTING);
  }
}

const data = process.env.ESTATE_E2E_DATA ?? mkdtempSync(join(tmpdir(), "estate-journey-"));
const port = await freePort();
const server = await serve(port, data);
const browser = await chromium.launch({
  ...launchOptions(),
  ...keepBackForwardCache,
});
/** A document of a link and a heading, which the link shows: what a click takes at least. */
const FLOOR: Step = {
  name: "floor: a link and a heading",
  target: (page) => page.getByRole("link"),
};

const FLOOR_DOCUMENT = `<!doctype html><title>floor</title>
<main><a href="/floor/">Link</a></main><script>
document.querySelector("a").addEventListener("click", (event) => {
  event.preventDefault();
  history.pushState({}, "", "/floor/");
  document.querySelector("main").append(Object.assign(document.createElement("h1"), { textContent: "Heading" }));
});
</script>`;

async function openFloor(page: Page): Promise<void> {
  const link = `http://127.0.0.1:${port}/floor`;
  await page.route(link, (route) =>
    route.fulfill({ contentType: "text/html", body: FLOOR_DOCUMENT }),
  );
  await page.goto(link);
}

/** Presses the target of a step, which the mouse rests on, or steps back. */
async function measure(page: Page, step: Step): Promise<{ painted: number; inp: number }> {
  const target = step.target(page);
  if (target) await pointAt(page, target);
  await watch(page, step.done ?? "page");
  // The pointer is there already: locator.click() would look for the target again, in the page.
  if (target) {
    await page.mouse.down();
    await page.mouse.up();
  } else
    await page.evaluate(() => {
      // The router renders before a listener of this script gets the event.
      const { journey } = window as unknown as { journey: { pressed: number } };
      journey.pressed = performance.now();
      history.back();
    });
  // The page itself resolves the promise: to poll it would cost processor time there.
  const painted = await page
    .evaluate(
      () => (window as unknown as { journey: { painted: Promise<number> } }).journey.painted,
    )
    .catch((cause: unknown) => {
      throw new Error(`${step.name}: no View at ${page.url()}`, { cause });
    });
  await page.waitForTimeout(400); // for the entries of the observer
  const inp = await page.evaluate(
    () => (window as unknown as { journey: { inp: number } }).journey.inp,
  );
  return { painted, inp };
}

let restored = "";
const speeds: number[] = [];
const times: Record<string, number[]> = {};
const inps: Record<string, number[]> = {};
try {
  for (let run = -1; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    speeds.push(await page.evaluate(pageFunctions.computeBenchmarkIndex));
    const cdp = await context.newCDPSession(page);
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 40,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "load" });
    await page.mouse.wheel(0, 50);
    await page.waitForTimeout(3000);
    for (const step of steps) {
      await step.before?.(page);
      if (step.name === "filter")
        await page.getByRole("search").first().locator("select").first().selectOption({ index: 1 });
      const { painted, inp } = await measure(page, step);
      if (run >= 0) {
        // The first run makes the pictures and the cached pages.
        times[step.name] = [...(times[step.name] ?? []), painted];
        inps[step.name] = [...(inps[step.name] ?? []), inp];
      }
      await step.after?.(page);
    }
    if (run === RUNS - 1) restored = await leaveAndReturn(page);
    await openFloor(page);
    const floor = await measure(page, FLOOR);
    if (run >= 0) {
      times[FLOOR.name] = [...(times[FLOOR.name] ?? []), floor.painted];
      inps[FLOOR.name] = [...(inps[FLOOR.name] ?? []), floor.inp];
    }
    await context.close();
  }
} finally {
  await browser.close();
  server.kill();
  if (!process.env.ESTATE_E2E_DATA) rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
console.log(
  `${RUNS} runs, load ${loadavg()[0]?.toFixed(1)}, ${describeSpeed(percentile(speeds, 0.5))}; ms from the press to the painted View`,
);
for (const { name } of [...steps, FLOOR]) {
  const [all, inp] = [times[name] ?? [], inps[name] ?? []];
  const p75 = percentile(all, 0.75);
  console.log(
    `${name.padEnd(27)} p50 ${percentile(all, 0.5).toFixed(0).padStart(5)}  p75 ${p75.toFixed(0).padStart(5)}  longest interaction p75 ${percentile(inp, 0.75).toFixed(0).padStart(4)}${p75 > GOAL ? `  above ${GOAL} ms` : ""}`,
  );
}
console.log(`back/forward cache: ${restored}`);
if (restored !== "restored") process.exitCode = 1;
