import type { Page, Route } from "@playwright/test";
import { holdViews } from "../hold.ts";
import { place } from "../places.ts";
import { decided, expect, isPhone, test, visit } from "../watched.ts";
import { LANGS, word } from "../words.ts";

/** What search engines and tabs read of a page. */
const head = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    lang: document.documentElement.lang,
    tags: [...document.head.querySelectorAll("[data-head]")].map((tag) =>
      tag.tagName === "SCRIPT"
        ? JSON.stringify(JSON.parse(tag.textContent ?? ""))
        : [...tag.attributes]
            .map(({ name, value }) => `${name}=${value}`)
            .sort()
            .join(" "),
    ),
  }));

/** Marks the document, so that a load of another one is noticed. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const marked = (page: Page) => page.evaluate(() => "marked" in window);

const footerLink = (page: Page, link: string) =>
  page.getByRole("contentinfo").locator(`a[href="${link}"]`).first();

/** Puts another link in the place of one, in the markup and in the data of the document. */
async function exchange(page: Page, document: string, from: string, to: string): Promise<void> {
  await page.route(document, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(`"${from}"`, `"${to}"`),
    });
  });
}

for (const lang of LANGS) {
  test(`after navigating the head is that of a fresh load (${lang})`, async ({ page }) => {
    await decided(page);
    await visit(page, place("results")[lang]);
    await mark(page);
    const hops = [
      () => page.getByRole("main").getByRole("article").nth(2).getByRole("link").first().click(),
      () =>
        page
          .getByRole("navigation", { name: word(lang, "ui.breadcrumbs") })
          .getByRole("link")
          .nth(1)
          .click(),
      () => footerLink(page, place("blog")[lang]).click(),
      () =>
        page
          .getByRole("main")
          .locator(`a[href="${place("post")[lang]}"]`)
          .first()
          .click(),
      () => footerLink(page, lang === "en" ? "/legal/" : "/es/aviso-legal/").click(),
    ];
    for (const hop of hops) {
      const before = page.url();
      await hop();
      await expect(page).not.toHaveURL(before);
      await expect(page.locator("h1:focus")).toHaveCount(1);
      const navigated = await head(page);
      const fresh = await page.request.get(page.url()).then((answer) => answer.text());
      const loaded = await page.evaluate((html) => {
        const parsed = new DOMParser().parseFromString(html, "text/html");
        return {
          title: parsed.title,
          lang: parsed.documentElement.lang,
          tags: [...parsed.head.querySelectorAll("[data-head]")].map((tag) =>
            tag.tagName === "SCRIPT"
              ? JSON.stringify(JSON.parse(tag.textContent ?? ""))
              : [...tag.attributes]
                  .map(({ name, value }) => `${name}=${value}`)
                  .sort()
                  .join(" "),
          ),
        };
      }, fresh);
      expect(navigated).toEqual(loaded);
      expect(navigated.tags.some((tag) => tag.includes("rel=canonical"))).toBe(true);
      expect(navigated.tags.filter((tag) => tag.includes("hreflang="))).toHaveLength(3);
    }
    expect(await marked(page)).toBe(true);
  });
}

test("a link to an old address is followed as data, in one entry of the history", async ({
  page,
}) => {
  await decided(page);
  await exchange(page, "/blog/", "/about/", "/about-us/");
  await visit(page, "/blog/");
  await mark(page);
  await footerLink(page, "/about-us/").click();
  await expect(page).toHaveURL("/about/");
  await expect(page.locator("h1:focus")).toBeVisible();
  expect(await marked(page)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL("/blog/");
});

test("a link to nowhere draws the 404 page, and back leads out of it", async ({ page }) => {
  await decided(page);
  await exchange(page, "/blog/", "/about/", "/nowhere-at-all/");
  await visit(page, "/blog/");
  await mark(page);
  await footerLink(page, "/nowhere-at-all/").click();
  await expect(page.locator("h1:focus")).toHaveText(word("en", "errors.notFound.title"));
  await expect(page).toHaveURL("/nowhere-at-all/");
  await expect(page).toHaveTitle("404 Not Found - Zero Real Estate");
  await expect(page.getByRole("main")).toContainText(word("en", "sections.error.meaning"));
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  expect(await marked(page)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL("/blog/");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /^index/);
});

test("a view of another build loads the document anew", async ({ page }) => {
  await decided(page);
  await visit(page, "/blog/");
  await mark(page);
  await page.route("**/_view/**", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.view.build = "another";
    await route.fulfill({ response, json: answer });
  });
  await footerLink(page, "/legal/").click();
  await expect(page).toHaveURL("/legal/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await marked(page)).toBe(false);
});

test.describe("without a network", () => {
  test.use({ excused: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/] });

  for (const lang of LANGS) {
    test(`the visitor is told, and may try again (${lang})`, async ({ page }) => {
      await decided(page);
      await visit(page, place("blog")[lang]);
      await mark(page);
      const lost = (route: Route) => route.abort("internetdisconnected");
      await page.route("**/_view/**", lost);
      await footerLink(page, lang === "en" ? "/legal/" : "/es/aviso-legal/").click();
      await expect(page.locator("h1:focus")).toHaveText(word(lang, "offline.title"));
      await expect(page).toHaveTitle(word(lang, "offline.title"));
      await expect(page.getByRole("contentinfo")).toBeVisible();
      await page.unroute("**/_view/**", lost);
      await page.getByRole("button", { name: word(lang, "offline.retry") }).click();
      await expect(page.locator("h1:focus")).not.toHaveText(word(lang, "offline.title"));
      await expect(page).toHaveURL(lang === "en" ? "/legal/" : "/es/aviso-legal/");
      expect(await marked(page)).toBe(true);
      await page.goBack();
      await expect(page).toHaveURL(place("blog")[lang]);
    });
  }
});

test.describe("a server that answers nonsense", () => {
  test.use({ excused: [/no view in the answer|status of 500/] });

  test("is told apart from a lost network", async ({ page }) => {
    await decided(page);
    await visit(page, "/blog/");
    await page.route("**/_view/**", (route) => route.fulfill({ status: 500, body: "no" }));
    await footerLink(page, "/legal/").click();
    await expect(page.locator("h1:focus")).toHaveText(word("en", "offline.failedTitle"));
    await expect(page).toHaveTitle(word("en", "offline.failedTitle"));
    await page.unrouteAll();
    await page.getByRole("button", { name: word("en", "offline.retry") }).click();
    await expect(page.locator("h1:focus")).not.toHaveText(word("en", "offline.failedTitle"));
    await expect(page).toHaveURL("/legal/");
  });
});

for (const [name, connection, fetches] of [
  ["an ordinary connection", { saveData: false, effectiveType: "4g" }, true],
  ["a data saver", { saveData: true, effectiveType: "4g" }, false],
  ["a slow network", { saveData: false, effectiveType: "slow-2g" }, false],
] as const) {
  test(`links in view are fetched ahead: ${fetches} with ${name}`, async ({ page }) => {
    await decided(page);
    await page.addInitScript(
      (value) => Object.defineProperty(Navigator.prototype, "connection", { get: () => value }),
      connection,
    );
    const ahead: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith("/_view/")) ahead.push(request.url());
    });
    await visit(page, "/properties/");
    if (fetches) await expect.poll(() => ahead.length).toBeGreaterThan(0);
    else await page.waitForTimeout(1500); // nothing is to happen, so there is nothing to wait for
    expect(ahead.length > 0).toBe(fetches);
    // A batch is four links, once a second.
    expect(ahead.length).toBeLessThanOrEqual(8);
  });
}

test("what was fetched ahead is drawn without asking again", async ({ page }) => {
  await decided(page);
  await visit(page, "/blog/");
  const link = page.getByRole("main").getByRole("article").first().getByRole("link").first();
  const address = (await link.getAttribute("href")) ?? "";
  const fetched = page.waitForResponse((response) => response.url().includes(`/_view${address}`));
  await link.scrollIntoViewIfNeeded();
  await fetched;
  let again = 0;
  page.on("request", (request) => {
    if (request.url().includes(`/_view${address}`)) again++;
  });
  await link.click();
  await expect(page).toHaveURL(address);
  await expect(page.locator("h1:focus")).toBeVisible();
  expect(again).toBe(0);
});

test("links to elsewhere, calls and mails are left to the browser", async ({ page }) => {
  await decided(page);
  await visit(page, "/");
  await page.evaluate(() => {
    const left: string[] = [];
    Object.assign(window, { left });
    window.addEventListener("click", (event) => {
      const anchor = event.target instanceof Element ? event.target.closest("a") : null;
      if (anchor && !event.defaultPrevented) left.push(anchor.href);
      event.preventDefault();
    });
  });
  const footer = page.getByRole("contentinfo");
  for (const start of ["https://social.example", "tel:", "mailto:"]) {
    const link = footer.locator(`a[href^="${start}"]`).first();
    await link.click();
    const href = await link.evaluate((anchor) => (anchor as HTMLAnchorElement).href);
    expect(await page.evaluate(() => (window as unknown as { left: string[] }).left)).toContain(
      href,
    );
  }
  await expect(footer.locator('a[href^="https://social.example"]')).toHaveAttribute(
    "rel",
    /noopener/,
  );
});

test("a click with a modifier opens another tab", async ({ page, context }) => {
  test.skip(isPhone(page), "a phone has no such key");
  await decided(page);
  await visit(page, "/");
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    footerLink(page, "/legal/").click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await opened.waitForURL("/legal/");
  expect(new URL(page.url()).pathname).toBe("/");
  await opened.close();
});

test("clicks faster than the server end at the last one", async ({ page }) => {
  await decided(page);
  await visit(page, "/blog/");
  const release = await holdViews(page, /\/legal\/$/);
  const late = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/_view/legal/"),
  );
  await footerLink(page, "/legal/").click();
  await footerLink(page, "/privacy-policy/").click();
  await expect(page).toHaveURL("/privacy-policy/");
  await late; // nobody waits for it any more
  release();
  await expect(page).toHaveURL("/privacy-policy/");
});

test("while the next page is on its way the page says so", async ({ page }) => {
  await decided(page);
  await visit(page, "/blog/");
  const release = await holdViews(page, /\/legal\/$/);
  await footerLink(page, "/legal/").click();
  await expect(page.locator("html[data-pending]")).toBeAttached();
  await expect(page).toHaveTitle("Loading - Zero Real Estate");
  release();
  await expect(page).toHaveURL("/legal/");
  await expect(page.locator("html[data-pending]")).not.toBeAttached();
  await expect(page).toHaveTitle("Legal notice - Zero Real Estate");
});
