import type { Locator, Page, Route } from "@playwright/test";
import { delayViews } from "../delay-views.ts";
import { examplePage } from "../example-pages.ts";
import { expect, isBelowMenu, isPhone, setConsent, test, visit } from "../fixtures.ts";
import { LANGS, t } from "../translations.ts";

/** The title, language and head tags of a page. The feed of a search is in documents only: feed readers run no scripts. */
const head = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    lang: document.documentElement.lang,
    tags: [...document.head.querySelectorAll('[data-head]:not([type="application/atom+xml"])')].map(
      (tag) =>
        tag.tagName === "SCRIPT"
          ? JSON.stringify(JSON.parse(tag.textContent ?? ""))
          : [...tag.attributes]
              .map(({ name, value }) => `${name}=${value}`)
              .sort()
              .join(" "),
    ),
  }));

/** Marks the document, to detect the load of another one. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const marked = (page: Page) => page.evaluate(() => "marked" in window);

const footerLink = (page: Page, link: string) =>
  page.getByRole("contentinfo").locator(`a[href="${link}"]`).first();

/** Replaces a link in the HTML and the View of a document. */
async function replaceLink(page: Page, document: string, from: string, to: string): Promise<void> {
  await page.route(document, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(`"${from}"`, `"${to}"`),
    });
  });
}

for (const lang of LANGS) {
  test(`after a navigation the head equals that of a page load (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, examplePage("results")[lang]);
    await mark(page);
    const blank = await page.context().newPage(); // the site refuses to parse texts as markup
    const clicks = [
      () => page.getByRole("main").getByRole("article").nth(2).getByRole("link").first().click(),
      () =>
        page
          .getByRole("navigation", { name: t(lang, "ui.breadcrumbs") })
          .getByRole("link")
          .nth(1)
          .click(),
      () => footerLink(page, examplePage("blog")[lang]).click(),
      () =>
        page
          .getByRole("main")
          .locator(`a[href="${examplePage("post")[lang]}"]`)
          .first()
          .click(),
      () => footerLink(page, lang === "en" ? "/legal/" : "/es/aviso-legal/").click(),
    ];
    for (const click of clicks) {
      const before = page.url();
      await click();
      await expect(page).not.toHaveURL(before);
      await expect(page.locator("h1:focus")).toHaveCount(1);
      const navigated = await head(page);
      const fresh = await page.request.get(page.url()).then((answer) => answer.text());
      const loaded = await blank.evaluate((html) => {
        const parsed = new DOMParser().parseFromString(html, "text/html");
        return {
          title: parsed.title,
          lang: parsed.documentElement.lang,
          tags: [
            ...parsed.head.querySelectorAll('[data-head]:not([type="application/atom+xml"])'),
          ].map((tag) =>
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

test("a redirected link navigates without a page load, in one history entry", {
  tag: "@any-width",
}, async ({ page }) => {
  await setConsent(page);
  await replaceLink(page, "/blog/", "/about/", "/about-us/");
  await visit(page, "/blog/");
  await mark(page);
  await footerLink(page, "/about-us/").click();
  await expect(page).toHaveURL("/about/");
  await expect(page.locator("h1:focus")).toBeVisible();
  expect(await marked(page)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL("/blog/");
});

test("a missing link renders the 404 page, and a back step leaves it", {
  tag: "@any-width",
}, async ({ page }) => {
  await setConsent(page);
  await replaceLink(page, "/blog/", "/about/", "/nowhere-at-all/");
  await visit(page, "/blog/");
  await mark(page);
  await footerLink(page, "/nowhere-at-all/").click();
  await expect(page.locator("h1:focus")).toHaveText(t("en", "errors.notFound.title"));
  await expect(page).toHaveURL("/nowhere-at-all/");
  await expect(page).toHaveTitle("404 Not Found - Zero Real Estate");
  await expect(page.getByRole("main")).toContainText(t("en", "sections.error.meaning"));
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  expect(await marked(page)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL("/blog/");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /^index/);
});

test("a view of another build loads the document", { tag: "@any-width" }, async ({ page }) => {
  await setConsent(page);
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
  test.use({
    allowedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/],
  });

  for (const lang of LANGS) {
    test(`a message and a retry button are shown (${lang})`, async ({ page }) => {
      await setConsent(page);
      await visit(page, examplePage("blog")[lang]);
      await mark(page);
      const lost = (route: Route) => route.abort("internetdisconnected");
      await page.route("**/_view/**", lost);
      await footerLink(page, lang === "en" ? "/legal/" : "/es/aviso-legal/").click();
      await expect(page.locator("h1:focus")).toHaveText(t(lang, "offline.title"));
      await expect(page).toHaveTitle(t(lang, "offline.title"));
      await expect(page.getByRole("contentinfo")).toBeVisible();
      await page.unroute("**/_view/**", lost);
      await page.getByRole("button", { name: t(lang, "offline.retry") }).click();
      await expect(page.locator("h1:focus")).not.toHaveText(t(lang, "offline.title"));
      await expect(page).toHaveURL(lang === "en" ? "/legal/" : "/es/aviso-legal/");
      expect(await marked(page)).toBe(true);
      await page.goBack();
      await expect(page).toHaveURL(examplePage("blog")[lang]);
    });
  }
});

test.describe("an invalid server response", () => {
  test.use({ allowedErrors: [/no view in the response|status of 500/] });

  test("has another message than a network failure", { tag: "@any-width" }, async ({ page }) => {
    await setConsent(page);
    await visit(page, "/blog/");
    await page.route("**/_view/**", (route) => route.fulfill({ status: 500, body: "no" }));
    await footerLink(page, "/legal/").click();
    await expect(page.locator("h1:focus")).toHaveText(t("en", "offline.failedTitle"));
    await expect(page).toHaveTitle(t("en", "offline.failedTitle"));
    await page.unrouteAll();
    await page.getByRole("button", { name: t("en", "offline.retry") }).click();
    await expect(page.locator("h1:focus")).not.toHaveText(t("en", "offline.failedTitle"));
    await expect(page).toHaveURL("/legal/");
  });
});

for (const [name, connection, fetches] of [
  ["a fast connection", { saveData: false, effectiveType: "4g" }, true],
  ["a data saver", { saveData: true, effectiveType: "4g" }, false],
  ["a slow network", { saveData: false, effectiveType: "slow-2g" }, false],
] as const) {
  test(`links in the viewport are prefetched: ${fetches} with ${name}`, {
    tag: "@any-width",
  }, async ({ page }) => {
    await setConsent(page);
    await page.addInitScript(
      (value) => Object.defineProperty(Navigator.prototype, "connection", { get: () => value }),
      connection,
    );
    const prefetches: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith("/_view/")) prefetches.push(request.url());
    });
    await visit(page, "/properties/");
    if (fetches) await expect.poll(() => prefetches.length).toBeGreaterThan(0);
    else await page.waitForTimeout(1500); // no request is expected
    expect(prefetches.length > 0).toBe(fetches);
    // A batch is four links, once a second.
    expect(prefetches.length).toBeLessThanOrEqual(8);
  });
}

for (const [lang, home] of [
  ["en", "/"],
  ["es", "/es/"],
] as const)
  test(`only links that a visitor can see are prefetched (${lang})`, async ({ page }) => {
    await setConsent(page);
    const prefetches: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/_view/")) prefetches.push(pathname.slice("/_view".length) + search);
    });
    await visit(page, home);
    // The links in the viewport and 200 px around it, but not those of closed menus.
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll("a")]
        .filter((anchor) => {
          const { top, bottom } = anchor.getBoundingClientRect();
          return (
            bottom >= -200 &&
            top <= innerHeight + 200 &&
            anchor.checkVisibility({ visibilityProperty: true, opacityProperty: true })
          );
        })
        .map((anchor) => anchor.getAttribute("href")),
    );
    await expect.poll(() => prefetches.length).toBeGreaterThan(0);
    await page.waitForTimeout(3000);
    expect(prefetches.filter((link) => !seen.includes(link))).toEqual([]);
    if (isBelowMenu(page)) return;
    // The links of a menu follow when it opens.
    const inMenu = page.getByRole("navigation").first().locator("li li a").first();
    const link = (await inMenu.getAttribute("href")) ?? "";
    expect(prefetches).not.toContain(link);
    await page.getByRole("navigation").first().locator("button").first().click();
    await expect(inMenu).toBeVisible();
    await expect.poll(() => prefetches).toContain(link);
  });

test("a prefetched view renders without another request", { tag: "@any-width" }, async ({
  page,
}) => {
  await setConsent(page);
  await visit(page, "/blog/");
  const link = page.getByRole("main").getByRole("article").first().getByRole("link").first();
  const address = (await link.getAttribute("href")) ?? "";
  const fetched = page.waitForResponse((response) => response.url().includes(`/_view${address}`));
  await link.scrollIntoViewIfNeeded();
  await fetched;
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().includes(`/_view${address}`)) requests++;
  });
  await link.click();
  await expect(page).toHaveURL(address);
  await expect(page.locator("h1:focus")).toBeVisible();
  expect(requests).toBe(0);
});

test("the picture of a property is fetched while a mouse is over its link", async ({ page }) => {
  test.skip(isBelowMenu(page), "a finger does not hover");
  await setConsent(page);
  await visit(page, examplePage("results").en);
  const card = page.getByRole("main").getByRole("article").nth(4);
  const sourceOf = (image: Locator) =>
    image.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc);
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => sourceOf(card.locator("img"))).not.toBe("");
  const [name = ""] = /[^/]+-(?=\d+\.avif$)/.exec(await sourceOf(card.locator("img"))) ?? [];
  const fetched = page.waitForRequest((request) => request.url().includes(`/${name}`));
  const title = card.getByRole("link").first();
  await title.hover();
  const url = (await fetched).url();
  await title.click();
  await expect(page.locator("h1:focus")).toBeVisible();
  await expect.poll(() => sourceOf(page.getByRole("main").locator("img").first())).toBe(url);
});

/** Records the links whose clicks the site leaves to the browser, and opens none of them. */
async function recordUnhandled(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const unhandled: string[] = [];
    Object.assign(window, { unhandled });
    window.addEventListener("click", (event) => {
      const anchor = event.target instanceof Element ? event.target.closest("a") : null;
      if (anchor && !event.defaultPrevented) unhandled.push(anchor.href);
      event.preventDefault();
    });
  });
  return () => page.evaluate(() => (window as unknown as { unhandled: string[] }).unhandled);
}

test("the browser handles external, telephone and mail links", { tag: "@any-width" }, async ({
  page,
}) => {
  await setConsent(page);
  await visit(page, "/");
  const unhandled = await recordUnhandled(page);
  const footer = page.getByRole("contentinfo");
  for (const start of ["https://social.example", "tel:", "mailto:"]) {
    const link = footer.locator(`a[href^="${start}"]`).first();
    await link.click();
    const href = await link.evaluate((anchor) => (anchor as HTMLAnchorElement).href);
    expect(await unhandled()).toContain(href);
  }
  await expect(footer.locator('a[href^="https://social.example"]')).toHaveAttribute(
    "rel",
    /noopener/,
  );
});

// Without a new tab: the headless shell of Chromium 156 may crash when it opens one.
test("the browser handles clicks with a modifier", async ({ page }) => {
  test.skip(isPhone(page), "phones have no modifier keys");
  await setConsent(page);
  await visit(page, "/");
  const unhandled = await recordUnhandled(page);
  const link = footerLink(page, "/legal/");
  await link.click({ modifiers: ["ControlOrMeta"] });
  await link.click({ modifiers: ["Shift"] });
  const href = new URL("/legal/", page.url()).href;
  expect(await unhandled()).toEqual([href, href]);
  expect(new URL(page.url()).pathname).toBe("/");
});

test("of several fast clicks the last one wins", { tag: "@any-width" }, async ({ page }) => {
  await setConsent(page);
  await visit(page, "/blog/");
  const release = await delayViews(page, /\/legal\/$/);
  const late = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/_view/legal/"),
  );
  await footerLink(page, "/legal/").click();
  await footerLink(page, "/privacy-policy/").click();
  await expect(page).toHaveURL("/privacy-policy/");
  await late; // aborted by the second click
  release();
  await expect(page).toHaveURL("/privacy-policy/");
});

test("while the next page loads, the document is marked and has the loading title", {
  tag: "@any-width",
}, async ({ page }) => {
  await setConsent(page);
  await visit(page, "/blog/");
  const release = await delayViews(page, /\/legal\/$/);
  await footerLink(page, "/legal/").click();
  await expect(page.locator("html[data-pending]")).toBeAttached();
  await expect(page).toHaveTitle("Loading - Zero Real Estate");
  release();
  await expect(page).toHaveURL("/legal/");
  await expect(page.locator("html[data-pending]")).not.toBeAttached();
  await expect(page).toHaveTitle("Legal notice - Zero Real Estate");
});
