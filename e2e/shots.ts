import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "./browser.ts";
import { type ExamplePage, examplePages } from "./example-pages.ts";
import { sectionPage, seedSections } from "./section-pages.ts";
import { serve } from "./serve.ts";
import { LANGS, type Lang } from "./translations.ts";

/**
 * Takes screenshots of every kind of screen and of every section, at three widths in both languages,
 * into shots/. The environment variables are those of playwright.config.ts. Arguments select screens:
 * npm run -w e2e shots -- home property section-tab
 */
const WIDTHS = [390, 820, 1440];
const port = Number(process.env.ESTATE_E2E_PORT ?? 8378);
const site = `http://127.0.0.1:${port}`;
const shots = new URL("../shots/", import.meta.url).pathname;

/** Scrolls through the page to load all pictures, and waits for them. */
async function loadPictures(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 500) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
    await wait(40);
  }
  // Pictures in rows that scroll horizontally.
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

async function takeScreenshot(
  page: Page,
  example: ExamplePage,
  lang: Lang,
  width: number,
): Promise<void> {
  await page.goto(site + example[lang]);
  await loadPictures(page);
  const name = `${example.name.replaceAll(" ", "-")}-${lang}-${width}.png`;
  await page.screenshot({ path: join(shots, name), fullPage: true, animations: "disabled" });
}

async function takeScreenshots(browser: Browser, selected: readonly ExamplePage[]): Promise<void> {
  for (const width of WIDTHS) {
    const height = width < 768 ? 844 : 900;
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: "reduce",
    });
    await context.addCookies([{ name: "CookieConsent", value: "false", url: site }]);
    const page = await context.newPage();
    await page.goto(site, { waitUntil: "networkidle" }); // loads the font: a late one is not used
    for (const lang of LANGS)
      for (const example of selected) await takeScreenshot(page, example, lang, width);
    await context.close();
  }
}

const names = process.argv.slice(2);
mkdirSync(shots, { recursive: true });
const data = process.env.ESTATE_E2E_DATA ?? mkdtempSync(join(tmpdir(), "estate-shots-"));
const sections = seedSections(data).map((kind) => ({
  name: `section-${kind}`,
  ...sectionPage(kind),
}));
const selected = [...examplePages, ...sections].filter(
  ({ name }) => names.length === 0 || names.includes(name),
);
const server = await serve(port, data);
try {
  const browser = await chromium.launch(launchOptions());
  try {
    await takeScreenshots(browser, selected);
  } finally {
    await browser.close();
  }
  console.log(`${selected.length * WIDTHS.length * LANGS.length} screenshots are in ${shots}`);
} finally {
  server.kill();
  if (!process.env.ESTATE_E2E_DATA) rmSync(data, { recursive: true, force: true });
}
