import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import {
  test as baseTest,
  expect,
  expectAccessible,
  isPhone,
  setConsent,
  visit,
} from "../fixtures.ts";
import { allSectionsPage, sectionPage, seedSections } from "../section-pages.ts";
import { freePort, serve } from "../serve.ts";
import { LANGS } from "../translations.ts";

/** Tests with a page that has every section once. */
const test = baseTest.extend<Record<never, never>, { composed: { site: string; kinds: string[] } }>(
  {
    composed: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter names
      async ({}, use) => {
        const data = mkdtempSync(join(tmpdir(), "estate-sections-"));
        const kinds = seedSections(data);
        const port = await freePort();
        const server = await serve(port, data);
        await use({ site: `http://127.0.0.1:${port}`, kinds });
        server.kill();
        rmSync(data, { recursive: true, force: true, maxRetries: 5 });
      },
      { scope: "worker" },
    ],
    baseURL: ({ composed }, use) => use(composed.site),
  },
);

// A picture that is created on its first request may load late.
test.use({ allowedErrors: [/preloaded using link preload but not used/] });

type Content = { kind: string } & Record<string, unknown>;

async function contentOf(request: APIRequestContext, link: string): Promise<Content[]> {
  const answer = await (await request.get(`/_view${link}`)).json();
  return answer.view.content;
}

/** The texts of a section that must be in the page. */
function textsOf(section: Content): string[] {
  const markup = [section.html, ...((section.columns as string[] | undefined) ?? [])];
  const lists = [
    "tabs",
    "items",
    "tiles",
    "links",
    "figures",
    "posts",
    "cards",
    "slides",
    "videos",
  ];
  const named = lists.flatMap((list) => (section[list] as Content[] | undefined) ?? []);
  const texts = [section, ...named].flatMap(({ title, claim, text, label, name, value }) => [
    ...[title, claim, text, label, name, value],
  ]);
  const plain = (html: string) =>
    html
      .replace(/<[^>]+>/g, "\n")
      .split("\n")
      .filter((part) => part.trim().length > 12 && !part.includes("&"));
  return [
    ...texts,
    ...markup.flatMap((html) => (typeof html === "string" ? plain(html).slice(0, 3) : [])),
  ]
    .filter((text): text is string => typeof text === "string" && text.trim() !== "")
    .map(collapseSpaces);
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, " ").trim();

for (const lang of LANGS) {
  test(`the demo content uses every section, and one page can have them all (${lang})`, async ({
    request,
    composed,
  }) => {
    const content = await contentOf(request, allSectionsPage[lang]);
    expect(content.map(({ kind }) => kind)).toEqual(composed.kinds);
    expect(composed.kinds).toHaveLength(36);
  });

  test(`a page of all sections is accessible and fits the window (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, allSectionsPage[lang]);
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await page.locator("h1").count()).toBe(1);
  });
}

test("a video of this site loads on a click and plays without a third party", {
  tag: "@any-width",
}, async ({ page }) => {
  await setConsent(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(sectionPage("video").en);
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => url.endsWith(".mp4"))).toEqual([]);
  await page
    .getByRole("main")
    .getByRole("link", { name: /A morning in Las Dunas/ })
    .click();
  await expect
    .poll(() => page.locator("video").evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(0.3);
});

test("the first load of a page of all sections is within the script budget", async ({
  page,
  request,
}) => {
  test.skip(isPhone(page), "runs in one project");
  const document = await (await request.get(allSectionsPage.en)).text();
  const scripts = [...document.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([at]) => at);
  expect(scripts.length).toBeGreaterThan(3);
  let bytes = 0;
  for (const at of new Set(scripts)) {
    const response = await request.head(at, { headers: { "Accept-Encoding": "br" } });
    bytes += Number(response.headers()["content-length"]);
  }
  expect(bytes).toBeLessThan(105_000);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  for (const lang of LANGS) {
    test(`every section is readable (${lang})`, async ({ page, request }) => {
      // Without scripts all pictures load at once: the site would make dozens of renditions first.
      await page.goto(allSectionsPage[lang], { waitUntil: "domcontentloaded" });
      const pageText = collapseSpaces(
        await page.locator("main").evaluate((main) => main.textContent ?? ""),
      );
      for (const section of await contentOf(request, allSectionsPage[lang])) {
        for (const text of textsOf(section)) {
          expect(pageText, `${section.kind} lacks a text`).toContain(text);
        }
        const title = [section.title, section.claim].find((text) => typeof text === "string");
        if (!title) continue;
        const heading = page.locator("main").getByText(String(title)).filter({ visible: true });
        await expect(heading.first(), `the title of ${section.kind} is hidden`).toBeVisible();
      }
    });
  }
});
