import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { alone, everything, seedSections } from "../sections.ts";
import { freePort, serve } from "../serve.ts";
import { decided, expect, expectAccessible, isPhone, test as watchedTest } from "../watched.ts";
import { LANGS } from "../words.ts";

/** Journeys over a page that holds every section once. */
const test = watchedTest.extend<
  Record<never, never>,
  { composed: { site: string; kinds: string[] } }
>({
  composed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters' names
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
});

// Pictures are made while the page waits for them.
test.use({ excused: [/preloaded using link preload but not used/] });

type Content = { kind: string } & Record<string, unknown>;

async function contentOf(request: APIRequestContext, link: string): Promise<Content[]> {
  const answer = await (await request.get(`/_view${link}`)).json();
  return answer.view.content;
}

/** What somebody must be able to read of a section: its words, as far as they are words of its own. */
function wordsOf(section: Content): string[] {
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
    .map(squeezed);
}

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

for (const lang of LANGS) {
  test(`the demo agency uses every section, and one page can hold them all (${lang})`, async ({
    request,
    composed,
  }) => {
    const content = await contentOf(request, everything[lang]);
    expect(content.map(({ kind }) => kind)).toEqual(composed.kinds);
    expect(composed.kinds).toHaveLength(34);
  });

  test(`a page of all sections is accessible and stays within the window (${lang})`, async ({
    page,
  }) => {
    await decided(page);
    await page.goto(everything[lang]);
    await page.waitForLoadState("networkidle", { timeout: 55_000 });
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await page.locator("h1").count()).toBe(1);
  });
}

test("a film of the agency's own waits for a press, plays here and asks nobody else", async ({
  page,
}) => {
  await decided(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(alone("video").en);
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => url.endsWith(".mp4"))).toEqual([]);
  await page
    .getByRole("main")
    .getByRole("link", { name: /A morning in Las Dunas/ })
    .click();
  await expect
    .poll(() => page.locator("video").evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(0.3);
});

test("a page of all sections loads no more script at first than any other page may", async ({
  page,
  request,
}) => {
  test.skip(isPhone(page), "the same on every device");
  const document = await (await request.get(everything.en)).text();
  const scripts = [...document.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([at]) => at);
  expect(scripts.length).toBeGreaterThan(3);
  let bytes = 0;
  for (const at of new Set(scripts)) {
    const answer = await request.head(at, { headers: { "Accept-Encoding": "br" } });
    bytes += Number(answer.headers()["content-length"]);
  }
  expect(bytes).toBeLessThan(105_000);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  for (const lang of LANGS) {
    test(`every section of a page can be read (${lang})`, async ({ page, request }) => {
      await page.goto(everything[lang]);
      const text = squeezed(await page.locator("main").evaluate((main) => main.textContent ?? ""));
      for (const section of await contentOf(request, everything[lang])) {
        for (const words of wordsOf(section)) {
          expect(text, `${section.kind} lacks its words`).toContain(words);
        }
        const title = [section.title, section.claim].find((words) => typeof words === "string");
        if (!title) continue;
        const heading = page.locator("main").getByText(String(title)).filter({ visible: true });
        await expect(heading.first(), `the title of ${section.kind} is hidden`).toBeVisible();
      }
    });
  }
});
