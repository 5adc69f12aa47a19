import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { launchOptions } from "./browser.ts";
import { examplePage } from "./example-pages.ts";
import { freePort, serve } from "./serve.ts";
import { describeSpeed, SLOWDOWN } from "./slowdown.ts";

/**
 * Measures entry pages with Lighthouse's mobile preset and prints the median of every category.
 * Arguments select pages (example-pages.ts); ESTATE_LIGHTHOUSE_RUNS is the number of runs per page (5).
 * ESTATE_LIGHTHOUSE_CMS is the address of a WordPress to serve instead of the demo; the arguments are then paths.
 * ESTATE_BIN, ESTATE_E2E_DATA and CHROMIUM are those of playwright.config.ts.
 * Performance depends on the machine: measure on an idle one, and compare runs of the same speed (slowdown.ts).
 */
const RUNS = Number(process.env.ESTATE_LIGHTHOUSE_RUNS ?? 5);
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const selected = process.argv.slice(2);
const cms = process.env.ESTATE_LIGHTHOUSE_CMS ?? "";
const pages = cms
  ? selected.map((path) => ({ name: path, en: path }))
  : (selected.length > 0
      ? selected
      : ["home", "results", "property", "blog", "post", "page", "city"]
    ).map(examplePage);

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const data = process.env.ESTATE_E2E_DATA ?? mkdtempSync(join(tmpdir(), "estate-lighthouse-"));
const [port, debugging] = [await freePort(), await freePort()];
const server = await serve(port, data, ...(cms ? ["--cms-url", cms] : []));
const browser = await chromium.launch(launchOptions(`--remote-debugging-port=${debugging}`));

let failed = false;
try {
  for (const { name, en } of pages) {
    const url = `http://127.0.0.1:${port}${en}`;
    // The first visit creates pictures and compressed pages, which are then cached.
    const page = await browser.newPage({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
    });
    await page.goto(url, { waitUntil: "networkidle" });
    await page.close();
    const scores: number[][] = CATEGORIES.map(() => []);
    const figures: Record<string, number[]> = {};
    const faults = new Set<string>();
    const speeds: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const result = await lighthouse(url, {
        port: debugging,
        logLevel: "error",
        throttling: { cpuSlowdownMultiplier: SLOWDOWN },
      });
      if (!result) throw new Error(`Lighthouse has no result for ${url}`);
      const { categories, audits, environment } = result.lhr;
      speeds.push(environment.benchmarkIndex);
      for (const [at, category] of CATEGORIES.entries()) {
        const found = categories[category];
        scores[at]?.push(Math.round((found?.score ?? 0) * 100));
        for (const { id, weight } of found?.auditRefs ?? []) {
          const audit = audits[id];
          if (weight > 0 && audit?.score !== null && audit !== undefined && audit.score < 0.9)
            faults.add(`${category}: ${audit.title} (${audit.displayValue ?? audit.score})`);
        }
      }
      for (const id of [
        "first-contentful-paint",
        "largest-contentful-paint",
        "total-blocking-time",
        "cumulative-layout-shift",
      ]) {
        figures[id] ??= [];
        figures[id].push(audits[id]?.numericValue ?? 0);
      }
    }
    const medians = scores.map(median);
    failed ||= medians.slice(1).some((score) => score < 100);
    console.log(`${name.padEnd(12)} ${medians.join(" / ")} (${describeSpeed(median(speeds))})`);
    for (const [id, values] of Object.entries(figures))
      console.log(`  ${id} ${median(values).toFixed(id.endsWith("shift") ? 3 : 0)}`);
    for (const fault of faults) console.log(`  ${fault}`);
  }
} finally {
  await browser.close();
  server.kill();
  if (!process.env.ESTATE_E2E_DATA) rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
if (failed) {
  console.error("lighthouse: a page has less than 100 in accessibility, best practices or SEO");
  process.exitCode = 1;
}
