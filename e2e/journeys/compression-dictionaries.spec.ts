import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { freePort, serve } from "../serve.ts";

/** The address of a script: its name, a hash of eight characters, its ending. */
const hashed = /([\w.-]+-)([\w-]{8})(\.(?:js|css))/g;

/** Turns the stored build into an earlier one: other hashes, and some other code. */
function ageBuild(data: string): string[] {
  const builds = join(data, "dictionaries/builds");
  const [build] = readdirSync(builds);
  const earlier = join(builds, "earlier");
  mkdirSync(earlier);
  const rename = (text: string) =>
    text.replace(hashed, (_, name, hash, ext) => name + [...hash].reverse().join("") + ext);
  const names = readdirSync(join(builds, build ?? "")).map((name) => {
    const code = readFileSync(join(builds, build ?? "", name), "utf8");
    writeFileSync(join(earlier, rename(name)), rename(code).replaceAll("scroll", "scrolling"));
    return rename(name);
  });
  rmSync(join(builds, build ?? ""), { recursive: true });
  return names;
}

/** The bytes of a response's body on the wire. */
const sizeOfFetch = (page: Page, link: string) =>
  page.evaluate(async (link) => {
    performance.clearResourceTimings();
    await (await fetch(link, { cache: "no-store" })).text();
    const entry = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(link));
    return (entry as PerformanceResourceTiming).encodedBodySize;
  }, link);

test.skip(({ isMobile }) => isMobile, "the width does not matter");

test("a browser with compression dictionaries fetches little", async ({ browser }) => {
  test.slow();
  const data = mkdtempSync(join(tmpdir(), "estate-dictionaries-"));
  const port = await freePort();
  const stop = (server: ChildProcess) =>
    new Promise((resolve) => server.once("exit", resolve) && server.kill());
  const builds = join(data, "dictionaries/builds");
  let server = await serve(port, data);
  await expect
    .poll(() => readdirSync(builds).filter((name) => !name.endsWith(".partial")))
    .toHaveLength(1);
  await stop(server);
  const earlier = ageBuild(data);
  server = await serve(port, data);
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` });
  try {
    // The visit before the deploy.
    const page = await context.newPage();
    await page.goto("/healthz");
    await page.evaluate(async (names) => {
      for (const name of names) await (await fetch(`/assets/${name}`)).text();
    }, earlier);

    // The visit after it: the same scripts, from what the browser has.
    await page.goto("/properties/");
    await expect(async () => {
      await page.mouse.wheel(0, 10); // an interaction
      await expect(page.locator("link[rel=compression-dictionary]")).toHaveCount(1, {
        timeout: 300,
      });
    }).toPass();
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ name, encodedBodySize, decodedBodySize }) => ({
          name,
          encodedBodySize,
          decodedBodySize,
        })),
    );
    const sum = (key: "encodedBodySize" | "decodedBodySize") =>
      scripts.reduce((bytes, script) => bytes + script[key], 0);
    expect(sum("decodedBodySize")).toBeGreaterThan(250_000);
    expect(sum("encodedBodySize"), JSON.stringify(scripts)).toBeLessThan(10 << 10);

    // A second page of results: the View of a click, and the document. The server makes the dictionary at
    // its first request, which takes seconds on a busy machine.
    await expect
      .poll(() => sizeOfFetch(page, "/_view/properties/page/7/"), { timeout: 60_000 })
      .toBeLessThan(2 << 10);
    await page.goto("/properties/page/2/");
    await expect(page.locator("h1")).toBeVisible();
    const size = await page.evaluate(
      () =>
        (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming)
          .encodedBodySize,
    );
    expect(size).toBeLessThan(2 << 10);

    // The browser reads what a client without the dictionary gets.
    for (const link of ["/properties/?s_beds=3", "/properties/page/7/", "/_view/about/"]) {
      const read = await page.evaluate(async (link) => {
        const response = await fetch(link, { cache: "no-store" });
        return {
          encoding: response.headers.get("content-encoding"),
          text: await response.text(),
        };
      }, link);
      expect(read.encoding, link).toBe("dcb");
      expect(read.text === (await (await page.request.get(link)).text()), link).toBe(true);
    }
  } finally {
    await context.close();
    await stop(server);
    rmSync(data, { recursive: true, force: true });
  }
});
