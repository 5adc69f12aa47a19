import type { Locator, Page } from "@playwright/test";
import { examplePage } from "../example-pages.ts";
import { expect, isPhone, test, visit } from "../fixtures.ts";
import { t } from "../translations.ts";

/** Whether an element has styles and layout. Methods of Playwright would compute both. */
const isRendered = (element: Locator) =>
  element.evaluate((each) => each.checkVisibility({ contentVisibilityAuto: true }));

/** The first card whose upper edge is in the window, and its place. */
const cardInWindow = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll("main article")];
    const index = cards.findIndex((card) => card.getBoundingClientRect().top >= 0);
    return { index, top: Math.round(cards[index]?.getBoundingClientRect().top ?? 0) };
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a phone renders off-screen cards when the visitor comes near them", async ({ page }) => {
    test.skip(!isPhone(page), "wider windows render all");
    await page.goto(examplePage("results").en);
    const last = page.locator("main article").last();
    expect(await isRendered(last)).toBe(false);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect.poll(() => isRendered(last)).toBe(true);
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
  });

  test("a wide window renders everything", async ({ page }) => {
    test.skip(isPhone(page), "the other test is about phones");
    await page.goto(examplePage("results").en);
    for (const card of await page.locator("main article").all())
      expect(await isRendered(card)).toBe(true);
  });
});

for (const name of ["home", "results", "property", "blog"]) {
  test(`nothing moves on ${name}`, async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as LayoutShift).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await visit(page, examplePage(name).en);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(page.getByRole("contentinfo")).toBeInViewport();
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual(
      [],
    );
  });
}

test("a reload keeps the place among the cards", async ({ page }) => {
  await visit(page, examplePage("results").en);
  // As a visitor comes there: past the cards above, which then have their real height.
  for (const card of (await page.locator("main article").all()).slice(0, 16)) {
    await card.evaluate((each) => each.scrollIntoView({ block: "start" }));
    await expect.poll(() => isRendered(card)).toBe(true);
  }
  const before = await cardInWindow(page);
  await page.reload();
  await expect.poll(() => cardInWindow(page)).toEqual(before);
});

test("cards of a later page are rendered at once", async ({ page }) => {
  await visit(page, examplePage("results").en);
  await page.getByRole("link", { name: t("en", "ui.pager.next") }).click();
  await expect(page).toHaveURL("/properties/page/2/");
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(24);
  await expect(page.locator("main .lazy-list")).toHaveCount(0);
  expect(await isRendered(page.getByRole("main").getByRole("article").last())).toBe(true);
});

/** An entry of the Layout Instability API, which TypeScript does not know. */
type LayoutShift = PerformanceEntry & { value: number };
