import type { Page, Route } from "@playwright/test";
import { place } from "../places.ts";
import { decided, expect, expectAccessible, test, visit } from "../watched.ts";
import { LANGS, word } from "../words.ts";

const footerLink = (page: Page, link: string) =>
  page.getByRole("contentinfo").locator(`a[href="${link}"]`).first();

test.describe("the connection is gone", () => {
  test.use({
    excused: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|ChunkLoadError/],
  });

  for (const lang of LANGS)
    test(`a visitor is told at once, and the page comes by itself when it is back (${lang})`, async ({
      page,
      context,
    }) => {
      const [from, to] = lang === "en" ? ["/blog/", "/legal/"] : ["/es/blog/", "/es/aviso-legal/"];
      await decided(page);
      await visit(page, from);
      await context.setOffline(true);
      await expect(page.getByRole("status", { name: word(lang, "toast.label") })).toHaveText(
        word(lang, "offline.notice"),
      );
      await footerLink(page, to).click();
      await expect(page.locator("h1:focus")).toHaveText(word(lang, "offline.title"));
      await expectAccessible(page);
      await context.setOffline(false);
      await expect(page).toHaveURL(to);
      await expect(page.locator("h1:focus")).not.toHaveText(word(lang, "offline.title"));
    });

  test("what was seen opens without a network", async ({ page, context }) => {
    await decided(page);
    await visit(page, "/blog/");
    await footerLink(page, "/legal/").click();
    await expect(page).toHaveURL("/legal/");
    await context.setOffline(true);
    await page.goBack();
    await expect(page).toHaveURL("/blog/");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(
      word("en", "offline.title"),
    );
  });
});

test.describe("a part of a page does not come", () => {
  test.use({
    excused: [/ERR_FAILED|ChunkLoadError|Failed to fetch dynamically|Minified React error #418/],
  });

  for (const lang of LANGS)
    test(`a retry stands in its place, and draws it (${lang})`, async ({ page, complaints }) => {
      await decided(page);
      await visit(page, place("blog")[lang]);
      const lost = (route: Route) => route.abort("failed");
      await page.route("**/assets/favorites-*.js*", lost);
      const link = place("favorites")[lang];
      await page.locator(`header a[href='${link}']`).first().dispatchEvent("click");
      await expect(page).toHaveURL(link);
      const failed = page.getByText(word(lang, "common.sectionFailed"));
      const retry = page.getByRole("button", { name: word(lang, "common.retry") });
      await expect(failed).toBeVisible();
      expect(complaints.join()).toContain("Loading chunk favorites failed (missing)");
      await expectAccessible(page);
      await retry.click();
      await expect(failed).toBeVisible();
      await page.unroute("**/assets/favorites-*.js*", lost);
      await retry.click();
      await expect(page.getByText(word(lang, "sections.favorites.empty"))).toBeVisible();
      await expect(failed).toHaveCount(0);
    });

  test("one that hangs is given up after two minutes, and asked for anew", async ({
    page,
    complaints,
  }) => {
    await decided(page);
    await page.clock.install();
    await visit(page, "/blog/");
    // The first answer never comes; under the same address the browser would wait for it for ever.
    await page.route(/\/assets\/favorites-[^/]*\.js$/, () => {});
    const asked = page.waitForRequest(/\/assets\/favorites-/);
    await page.locator("header a[href='/favorites/']").first().dispatchEvent("click");
    await asked;
    await page.clock.runFor(119_000);
    await expect(page).toHaveURL("/blog/");
    await page.clock.runFor(2000);
    await expect(page.getByText(word("en", "common.sectionFailed"))).toBeVisible();
    expect(complaints.join()).toContain("Loading chunk favorites failed (timeout)");
    await page.getByRole("button", { name: word("en", "common.retry") }).click();
    await expect(page.getByText("No Favorites found")).toBeVisible();
  });

  test("on a fresh page it takes the place of what the server drew, and nothing else breaks", async ({
    page,
    complaints,
  }) => {
    await decided(page);
    const lost = (route: Route) => route.abort("failed");
    await page.route("**/assets/properties-*.js*", lost);
    await visit(page, place("property").en);
    const retry = page.getByRole("button", { name: word("en", "common.retry") });
    await expect(retry).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(complaints.filter((complaint) => complaint.startsWith("uncaught"))).toEqual([]);
    await page.unroute("**/assets/properties-*.js*", lost);
    await retry.click();
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await expect(retry).toHaveCount(0);
  });
});

test("elements far down are revealed when they come within 100 pixels of the window's end", async ({
  browser,
  baseURL,
}) => {
  // Everybody else here prefers reduced motion, with which nothing is ever hidden.
  const context = await browser.newContext({
    reducedMotion: "no-preference",
    viewport: { width: 1280, height: 800 },
    ...(baseURL ? { baseURL } : {}),
  });
  await context.addCookies([{ name: "CookieConsent", value: "false", url: baseURL ?? "" }]);
  const page = await context.newPage();
  await visit(page, place("home").en);
  await expect(page.locator("html")).toHaveAttribute("data-reveal", "on");
  const far = page.locator(".reveal:not(.active)").last();
  const element = await far.elementHandle();
  if (!element) throw new Error("home has something to reveal");
  const bottom = () =>
    element.evaluate((node) => node.getBoundingClientRect().top - window.innerHeight);
  const active = () => element.evaluate((node) => node.classList.contains("active"));
  await page.evaluate(
    (by) => window.scrollBy({ top: by, behavior: "instant" }),
    (await bottom()) - 130,
  );
  await page.waitForTimeout(200); // nothing is to happen, so there is nothing to wait for
  expect(await active()).toBe(false);
  await page.evaluate(
    (by) => window.scrollBy({ top: by, behavior: "instant" }),
    (await bottom()) - 95,
  );
  await expect.poll(active).toBe(true);
  await context.close();
});

test("a toast fades in its last second and is at most 900 pixels wide", async ({ page }) => {
  await decided(page);
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, "/properties/");
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  const toast = page.getByRole("status", { name: word("en", "toast.label") }).locator("p");
  await expect(toast).toBeVisible();
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(900);
  const look = await toast.getAttribute("class");
  await page.clock.runFor(1900);
  expect(await toast.getAttribute("class")).toBe(look);
  await page.clock.runFor(200);
  await expect(toast).not.toHaveAttribute("class", look ?? "");
  await page.clock.runFor(1000);
  await expect(toast).toHaveCount(0);
});
