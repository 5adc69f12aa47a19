import type { Page } from "@playwright/test";
import { collectErrors } from "../fixtures.ts";
import { expect, loadDemo, openSite, plain, type Site, test, wordpress } from "./wordpress.ts";

/**
 * Opens pages of a site in front of two WordPress installations, as replica and live: the agency's plugin, and a
 * plain one with the shapes of sites with Advanced Custom Fields. The quick run opens a sample of every screen;
 * ESTATE_CRAWL=all opens every page of the sitemap.
 */
const ALL = process.env.ESTATE_CRAWL === "all";

const PER_SCREEN = ALL ? Number.POSITIVE_INFINITY : 1;

const MAX_LINKS = ALL ? Number.POSITIVE_INFINITY : 60;

const SCREENS = [
  "/",
  "/es/",
  "/properties/",
  "/es/properties/?s_type=15",
  "/favorites/",
  "/?s=villa",
  "/es/blog/",
];

/** The links of the sitemaps. */
async function sitemap(page: Page, address: string): Promise<string[]> {
  const text = await (await page.request.get(address, { timeout: 60_000 })).text();
  const found = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? "");
  if (!text.includes("<sitemapindex")) return found;
  const parts = await Promise.all(found.map((part) => sitemap(page, part)));
  return parts.flat();
}

/** A sample of every kind of address: folder and depth, in each language. */
function sample(links: string[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const link of links) {
    const parts = new URL(link).pathname.split("/").filter(Boolean);
    const language = parts[0] === "es" ? "es" : "en";
    if (language === "es") parts.shift();
    const kind = `${language} ${parts.length > 1 ? parts[0] : "page"} ${parts.length}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), link]);
  }
  return [...kinds.values()].flatMap((some) => some.slice(0, PER_SCREEN));
}

/** The faults of one page. Adds the site's own links to links. */
async function faultsOf(
  page: Page,
  site: Site,
  address: string,
  links: Set<string>,
): Promise<string[]> {
  const faults: string[] = [];
  collectErrors(page, site.origin, faults);
  page.on("response", (response) => {
    if (response.status() >= 400)
      faults.push(`${response.status()} ${response.url()} (${address})`);
  });
  await page.goto(address, { waitUntil: "load" });
  // Pictures load when they come near.
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 700) {
      window.scrollTo(0, y);
      await new Promise((done) => setTimeout(done, 40));
    }
    for (const image of document.images) image.loading = "eager";
    await Promise.all(
      [...document.images].map((image) =>
        image.complete
          ? null
          : new Promise((done) => {
              image.onload = done;
              image.onerror = done;
            }),
      ),
    );
  });
  const found = await page.evaluate(() => ({
    broken: [...document.images]
      .filter((image) => image.naturalWidth === 0)
      .map((image) => image.currentSrc || image.src),
    links: [...document.links].map((link) => link.href),
  }));
  for (const picture of found.broken) faults.push(`broken picture ${picture} (${address})`);
  for (const link of found.links)
    if (link.startsWith(`${site.origin}/`)) links.add(link.replace(/#.*/, ""));
  return faults;
}

for (const [name, cms] of [
  ["the agency's plugin", wordpress],
  ["a plain WordPress", plain],
] as const) {
  for (const mode of ["replica", "live"] as const) {
    test(`pages in front of ${name}, ${mode}`, async ({ browser }) => {
      test.skip(cms === "", `${name} is not running; make test-wordpress starts it`);
      test.setTimeout(ALL ? 3_600_000 : 300_000);
      const site = await openSite(mode, cms);
      const context = await browser.newContext();
      const faults: string[] = [];
      const links = new Set<string>();
      try {
        const reader = await context.newPage();
        const all = await sitemap(reader, `${site.origin}/sitemap.xml`);
        expect(all.length).toBeGreaterThan(50);
        for (const address of new Set([
          ...SCREENS.map((path) => site.origin + path),
          ...sample(all),
        ])) {
          const page = await context.newPage();
          faults.push(...(await faultsOf(page, site, address, links)));
          await page.close();
        }
        for (const link of [...links].slice(0, MAX_LINKS)) {
          const status = (await reader.request.get(link, { timeout: 60_000 })).status();
          if (status >= 400) faults.push(`${status} ${link}`);
        }
      } finally {
        await context.close();
        site.close();
      }
      expect([...new Set(faults)]).toEqual([]);
    });
  }
}

test.beforeAll(() => {
  for (const cms of [wordpress, plain]) if (cms !== "") loadDemo(cms);
});
