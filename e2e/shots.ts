import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "./browser.ts";
import { type Place, places } from "./places.ts";
import { alone, seedSections } from "./sections.ts";
import { serve } from "./serve.ts";
import { LANGS, type Lang } from "./words.ts";

/**
 * Takes a picture of every kind of screen, and of every section by itself, at three widths in both
 * languages, into shots/.
 * The program, the port, the folder and the browser are named as for the journeys; words after the
 * command choose screens: npm run -w e2e shots -- home property section-tab
 */
const WIDTHS = [390, 820, 1440];
const port = Number(process.env.ESTATE_E2E_PORT ?? 8378);
const site = `http://127.0.0.1:${port}`;
const shots = new URL("../shots/", import.meta.url).pathname;

/** Scrolls through the page, so that every picture is asked for, and waits until all are there. */
async function loadPictures(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 500) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
    await wait(40);
  }
  // What waits outside a row that is scrolled sideways is wanted too.
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = "eager";
  });
  await page.waitForFunction(
    () => [...document.images].every((picture) => picture.complete || !picture.checkVisibility()),
    undefined,
    { timeout: 60_000 },
  );
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await page.waitForLoadState("networkidle");
}

async function shoot(page: Page, place: Place, lang: Lang, width: number): Promise<void> {
  await page.goto(site + place[lang]);
  await loadPictures(page);
  const name = `${place.name.replaceAll(" ", "-")}-${lang}-${width}.png`;
  await page.screenshot({ path: join(shots, name), fullPage: true, animations: "disabled" });
}

async function shootAll(browser: Browser, chosen: readonly Place[]): Promise<void> {
  for (const width of WIDTHS) {
    const height = width < 768 ? 844 : 900;
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: "reduce",
    });
    await context.addCookies([{ name: "CookieConsent", value: "false", url: site }]);
    const page = await context.newPage();
    await page.goto(site, { waitUntil: "networkidle" }); // brings the font: a late one is not drawn
    for (const lang of LANGS) for (const place of chosen) await shoot(page, place, lang, width);
    await context.close();
  }
}

const wanted = process.argv.slice(2);
mkdirSync(shots, { recursive: true });
const data = process.env.ESTATE_E2E_DATA ?? mkdtempSync(join(tmpdir(), "estate-shots-"));
const sections = seedSections(data).map((kind) => ({ name: `section-${kind}`, ...alone(kind) }));
const chosen = [...places, ...sections].filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
const server = await serve(port, data);
try {
  const browser = await chromium.launch(launchOptions());
  try {
    await shootAll(browser, chosen);
  } finally {
    await browser.close();
  }
  console.log(`${chosen.length * WIDTHS.length * LANGS.length} pictures are in ${shots}`);
} finally {
  server.kill();
  if (!process.env.ESTATE_E2E_DATA) rmSync(data, { recursive: true, force: true });
}
