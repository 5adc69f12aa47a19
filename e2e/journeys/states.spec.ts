import type { Page, Route } from "@playwright/test";
import { examplePage } from "../example-pages.ts";
import { expect, expectAccessible, isPhone, setConsent, test, visit } from "../fixtures.ts";
import { LANGS, t } from "../translations.ts";

const footerLink = (page: Page, link: string) =>
  page.getByRole("contentinfo").locator(`a[href="${link}"]`).first();

test.describe("offline", () => {
  test.use({
    allowedErrors: [
      /ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|ChunkLoadError/,
    ],
  });

  for (const lang of LANGS)
    test(`a message is shown, and the page loads when the network is back (${lang})`, async ({
      page,
      context,
    }) => {
      const [from, to] = lang === "en" ? ["/blog/", "/legal/"] : ["/es/blog/", "/es/aviso-legal/"];
      await setConsent(page);
      await visit(page, from);
      await context.setOffline(true);
      await expect(page.getByRole("status", { name: t(lang, "toast.label") })).toHaveText(
        t(lang, "offline.notice"),
      );
      await footerLink(page, to).click();
      await expect(page.locator("h1:focus")).toHaveText(t(lang, "offline.title"));
      await expectAccessible(page);
      await context.setOffline(false);
      await expect(page).toHaveURL(to);
      await expect(page.locator("h1:focus")).not.toHaveText(t(lang, "offline.title"));
    });

  test("a cached view opens offline", { tag: "@any-width" }, async ({ page, context }) => {
    await setConsent(page);
    await visit(page, "/blog/");
    await footerLink(page, "/legal/").click();
    await expect(page).toHaveURL("/legal/");
    await context.setOffline(true);
    await page.goBack();
    await expect(page).toHaveURL("/blog/");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("en", "offline.title"));
  });
});

test.describe("a section that fails to load", () => {
  test.use({
    allowedErrors: [
      /ERR_FAILED|ChunkLoadError|Failed to fetch dynamically|Minified React error #418/,
    ],
  });

  for (const lang of LANGS)
    test(`has a retry button, which loads it (${lang})`, async ({ page, errors }) => {
      await setConsent(page);
      await visit(page, examplePage("blog")[lang]);
      const abort = (route: Route) => route.abort("failed");
      await page.route("**/assets/favorites-*.js*", abort);
      const link = examplePage("favorites")[lang];
      await page.locator(`header a[href='${link}']`).first().dispatchEvent("click");
      await expect(page).toHaveURL(link);
      const failed = page.getByText(t(lang, "common.sectionFailed"));
      const retry = page.getByRole("button", { name: t(lang, "common.retry") });
      await expect(failed).toBeVisible();
      expect(errors.join()).toContain("Loading chunk favorites failed (missing)");
      await expectAccessible(page);
      await retry.click();
      await expect(failed).toBeVisible();
      await page.unroute("**/assets/favorites-*.js*", abort);
      await retry.click();
      await expect(page.getByText(t(lang, "sections.favorites.empty"))).toBeVisible();
      await expect(failed).toHaveCount(0);
    });

  test("times out after two minutes, and the retry has another URL", { tag: "@any-width" }, async ({
    page,
    errors,
  }) => {
    await setConsent(page);
    await page.clock.install();
    await visit(page, "/blog/");
    // The first response never arrives; under the same URL the browser would wait for it.
    await page.route(/\/assets\/favorites-[^/]*\.js$/, () => {});
    const requested = page.waitForRequest(/\/assets\/favorites-/);
    await page.locator("header a[href='/favorites/']").first().dispatchEvent("click");
    await requested;
    await page.clock.runFor(119_000);
    await expect(page).toHaveURL("/blog/");
    await page.clock.runFor(2000);
    await expect(page.getByText(t("en", "common.sectionFailed"))).toBeVisible();
    expect(errors.join()).toContain("Loading chunk favorites failed (timeout)");
    await page.getByRole("button", { name: t("en", "common.retry") }).click();
    await expect(page.getByText("No Favorites found")).toBeVisible();
  });

  test("replaces the server's HTML on a page load, without other errors", {
    tag: "@any-width",
  }, async ({ page, errors }) => {
    await setConsent(page);
    const abort = (route: Route) => route.abort("failed");
    await page.route("**/assets/properties-*.js*", abort);
    await visit(page, examplePage("property").en);
    const retry = page.getByRole("button", { name: t("en", "common.retry") });
    await expect(retry).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(errors.filter((error) => error.startsWith("uncaught"))).toEqual([]);
    await page.unroute("**/assets/properties-*.js*", abort);
    await retry.click();
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await expect(retry).toHaveCount(0);
  });
});

test.describe("an optional part that fails to load", () => {
  test.use({
    allowedErrors: [/ERR_FAILED|ChunkLoadError|Failed to fetch dynamically|GL Driver Message/],
  });
  const abort = (route: Route) => route.abort("failed");

  for (const lang of LANGS) {
    test(`is loaded by the next press: the gallery (${lang})`, async ({ page }) => {
      const chunk = "**/assets/lightbox-dialog-*.js*";
      await setConsent(page);
      await page.route(chunk, abort);
      await visit(page, examplePage("property")[lang]);
      const picture = page.locator("#gallery a").first();
      await picture.click();
      await expect(page.getByText(t(lang, "gallery.failed"))).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.unroute(chunk, abort);
      await picture.click();
      await expect(page.getByRole("dialog")).toBeVisible();
    });

    for (const part of ["results-map", "map-canvas"])
      test(`is loaded by its retry: ${part} (${lang})`, async ({ page }) => {
        const chunk = `**/assets/${part}-*.js*`;
        await setConsent(page);
        await page.route(chunk, abort);
        await visit(page, `${lang === "en" ? "" : "/es"}/properties/?map=on`);
        const failed = page.getByText(t(lang, "sections.map.notLoaded"));
        await expect(failed).toBeVisible();
        await expectAccessible(page);
        await page.unroute(chunk, abort);
        await page.getByRole("button", { name: t(lang, "common.retry") }).click();
        await expect(failed).toHaveCount(0);
        await expect(page.locator(":focus")).toHaveCount(1); // not lost with the button
        const canvas = page.locator(".maplibregl-canvas");
        await expect(canvas).toBeVisible();
        // The tools above the map may come first.
        await expect(async () => {
          await page.keyboard.press("Tab");
          await expect(canvas).toBeFocused({ timeout: 200 });
        }).toPass({ timeout: 10_000, intervals: [50] });
      });

    test(`is loaded by its retry: the map of a property (${lang})`, async ({ page }) => {
      const chunk = "**/assets/map-canvas-*.js*";
      await setConsent(page);
      await page.route(chunk, abort);
      await visit(page, examplePage("property")[lang]);
      await page.getByRole("button", { name: t(lang, "property.exploreMap") }).click();
      const failed = page.getByText(t(lang, "sections.map.notLoaded"));
      await expect(failed).toBeVisible();
      await expectAccessible(page);
      await page.unroute(chunk, abort);
      await page.getByRole("button", { name: t(lang, "common.retry") }).click();
      await expect(failed).toHaveCount(0);
      const canvas = page.locator(".maplibregl-canvas");
      await expect(canvas).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(canvas).toBeFocused();
    });

    test(`is loaded by the next press: the drawing tool (${lang})`, async ({ page }) => {
      const chunk = "**/assets/draw-area-*.js*";
      await setConsent(page);
      await page.route(chunk, abort);
      await visit(page, `${lang === "en" ? "" : "/es"}/properties/?map=on`);
      await expect(page.locator(".maplibregl-canvas")).toBeVisible();
      const draw = async () => {
        const area = isPhone(page) ? "sections.map.areaShort" : "sections.map.area";
        await page.getByRole("button", { name: t(lang, area), exact: true }).click();
        await page.getByRole("button", { name: t(lang, "sections.map.draw") }).click();
      };
      const drawing = page.getByText(t(lang, "sections.map.drawHint"));
      await draw();
      await expect(page.getByText(t(lang, "sections.map.drawFailed"))).toBeVisible();
      await expect(drawing).toHaveCount(0);
      await page.unroute(chunk, abort);
      const loaded = page.waitForResponse(/\/assets\/draw-area-/);
      await draw();
      expect((await loaded).ok()).toBe(true);
      await expect(drawing).toBeVisible();
    });
  }
});

test.describe("with motion", () => {
  // The other tests prefer reduced motion, which hides nothing.
  test.use({
    contextOptions: { reducedMotion: "no-preference" },
    viewport: { width: 1280, height: 800 },
  });

  test.beforeEach(async ({ page }) => {
    await setConsent(page);
    await visit(page, examplePage("home").en);
    await expect(page.locator("html")).toHaveAttribute("data-reveal", "on");
  });

  test("elements are revealed within 100 pixels of the viewport's bottom", async ({ page }) => {
    const far = page.locator(".reveal:not(.active)").last();
    const element = await far.elementHandle();
    if (!element) throw new Error("home has no element to reveal");
    const bottom = () =>
      element.evaluate((node) => node.getBoundingClientRect().top - window.innerHeight);
    const active = () => element.evaluate((node) => node.classList.contains("active"));
    await page.evaluate(
      (by) => window.scrollBy({ top: by, behavior: "instant" }),
      (await bottom()) - 130,
    );
    await page.waitForTimeout(200); // no change is expected
    expect(await active()).toBe(false);
    await page.evaluate(
      (by) => window.scrollBy({ top: by, behavior: "instant" }),
      (await bottom()) - 95,
    );
    await expect.poll(active).toBe(true);
  });

  test("elements below the window are hidden at once, and fade in when they are revealed", async ({
    page,
  }) => {
    const fades = () =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter((animation) =>
              (animation.effect as KeyframeEffect).target?.classList.contains("reveal"),
            ).length,
      );
    expect(await page.locator(".reveal:not(.active)").count()).toBeGreaterThan(0);
    expect(await fades()).toBe(0);
    await page.locator(".reveal:not(.active)").first().scrollIntoViewIfNeeded();
    await expect.poll(fades).toBeGreaterThan(0);
  });
});

test("a toast fades in its last second and is at most 900 pixels wide", async ({ page }) => {
  await setConsent(page);
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, "/properties/");
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  const toast = page.getByRole("status", { name: t("en", "toast.label") }).locator("p");
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
