import type { Page } from "@playwright/test";
import { collectErrors } from "../fixtures.ts";
import { expect, loadDemo, openSite, plain, type Site, test, wordpress } from "./wordpress.ts";

/**
 * Opens pages of a site in front of two WordPress installations, as replica and live: the agency's plugin, and
 * another agency's without it (test/wordpress/plain). The quick run opens a sample of every screen;
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

/** Words of the demo agency, which no page of another one may have. */
const DEMO_WORDS = /zero[ -]?real|ZRE\d|marbella|costa del sol/i;

/** Answers for machines, which have the agency's name too. */
const FEEDS = ["/feed/", "/es/feed/", "/robots.txt", "/sitemap.xml", "/_view/", "/_view/es/blog/"];

/** What pages of the plain WordPress show of fields whose shapes differ (test/wordpress/plain/content.php). */
const SHOWN: { path: string; texts: RegExp[]; pictures?: string[] }[] = [
  { path: "/properties/villa-casa-del-viento-1/", texts: [/1\.480\.000 €/, /690 m²/] },
  { path: "/es/properties/villa-casa-del-viento-1/", texts: [/1\.480\.000 €/, /690 m²/] },
  { path: "/properties/house-villa-poniente-2/", texts: [/750\.000 €/, /2,000 m²/] },
  { path: "/es/properties/house-villa-poniente-2/", texts: [/750\.000 €/, /2\.000 m²/] },
  { path: "/properties/apartment-cortijo-almadraba-3/", texts: [/1\.250\.000 €/, /120 m²/] },
  { path: "/properties/finca-casa-caracol-4/", texts: [/450\.000 €/, /85 m²/] },
  { path: "/properties/plot-villa-estrecho-5/", texts: [/1\.200\.000 €/, /240 m²/] },
  {
    path: "/properties/villa-patio-azul-6/",
    texts: [/1\.800 €/, /per month/i, /1,002 m²/],
    pictures: ["levante-6", "levante-9", "levante-1"],
  },
  { path: "/es/properties/villa-patio-azul-6/", texts: [/1\.800 €/, /al mes/i, /1\.002 m²/] },
  { path: "/properties/apartment-casa-del-viento-8/", texts: [/1\.150\.000 €/] },
  { path: "/properties/plot-villa-poniente-9/", texts: [/price on ask/i] },
  { path: "/properties/house-without-fields/", texts: [/House without fields/, /price on ask/i] },
  {
    path: "/developments/residencial-duna-1/",
    texts: [/310\.000 €/, /500\.000 €/, /1,040 m²/],
    pictures: ["levante-1", "levante-2"],
  },
  {
    path: "/about-us/",
    texts: [/Twelve people in a white town/, /\b12\b/, /years by the strait/],
    pictures: ["levante-3", "levante-6", "levante-7", "levante-8", "levante-9", "levante-10"],
  },
  {
    path: "/es/quienes-somos/",
    texts: [/Doce personas en un pueblo blanco/],
    pictures: ["levante-5", "levante-6", "levante-11", "levante-12"],
  },
  {
    path: "/",
    texts: [/Houses where Europe ends/, /Three towns/],
    pictures: ["levante-1", "levante-2", "levante-3", "levante-4"],
  },
  { path: "/blog/", texts: [/The lighthouse journal/, /Letters from the strait/] },
  { path: "/es/blog/", texts: [/El diario del faro/, /Cartas desde el estrecho/] },
];

/** The name of the upload that a rendition is made of. Its address has it in base64. */
const upload = (address: string): string => {
  const coded = /\/media\/r\/([\w-]+)-\d+\./.exec(address)?.[1] ?? "";
  return /([^/]+)\.\w+$/.exec(Buffer.from(coded, "base64url").toString())?.[1] ?? "";
};

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
  const response = await page.goto(address, { waitUntil: "load" });
  const text = (await response?.text()) ?? "";
  const foreign = site.cms === plain ? DEMO_WORDS.exec(text) : null;
  if (foreign) faults.push(`"${foreign[0]}" of the demo agency (${address})`);
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

/** What pages of the plain WordPress do not show. */
async function missing(page: Page, site: Site): Promise<string[]> {
  const faults: string[] = [];
  for (const { path, texts, pictures } of SHOWN) {
    const answer = await page.request.get(site.origin + path);
    const html = (await answer.text()).replace(/<script\b[\s\S]*?<\/script>/g, "");
    const text = html.replace(/<[^>]*>/g, " ").replace(/&nbsp;|\u00a0|\u202f/g, " ");
    for (const wanted of texts) if (!wanted.test(text)) faults.push(`no ${wanted} on ${path}`);
    const shown = new Set([...html.matchAll(/\/media\/r\/[^" ,&?]+/g)].map(([at]) => upload(at)));
    for (const picture of pictures ?? [])
      if (!shown.has(picture)) faults.push(`no picture ${picture} on ${path}`);
  }
  return faults;
}

/** Words of the demo agency in feeds and other answers for machines. */
async function words(page: Page, site: Site): Promise<string[]> {
  const faults: string[] = [];
  for (const path of FEEDS) {
    const text = await (await page.request.get(site.origin + path)).text();
    const found = DEMO_WORDS.exec(text);
    if (found) faults.push(`"${found[0]}" of the demo agency in ${path}`);
  }
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
        if (cms === plain)
          faults.push(...(await missing(reader, site)), ...(await words(reader, site)));
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
  if (wordpress !== "") loadDemo();
});
