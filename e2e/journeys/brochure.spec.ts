import type { Page } from "@playwright/test";
import { examplePage } from "../example-pages.ts";
import { expect, isPhone, setConsent, test, visit } from "../fixtures.ts";
import { LANGS } from "../translations.ts";

/** Loads all pictures, also those below the viewport. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = "eager";
  });
  await page.waitForFunction(() =>
    [...document.images].every((picture) => picture.complete || !picture.checkVisibility()),
  );
}

async function pageCount(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test.beforeEach(({ page }) => {
  test.skip(isPhone(page), "print has one width");
});

/** The properties with the longest texts, and the most pictures, plans and features. */
const LONGEST = ["la-zagaleta-hilltop-estate", "villa-almenara-sierra-blanca"];

// Without consent cookie: the banner must not take space in print.
for (const lang of LANGS)
  test(`a property prints on two pages (${lang})`, { tag: "@any-width" }, async ({ page }) => {
    const results = examplePage("results")[lang];
    await visit(page, results);
    const others = await page
      .getByRole("main")
      .getByRole("article")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const longest = LONGEST.map((slug) => `${results}${slug}/`);
    for (const link of [examplePage("property")[lang], ...longest, ...others.slice(0, 2)]) {
      await visit(page, link);
      await loadPictures(page);
      expect(await pageCount(page), link).toBe(2);
    }
  });

test("print has title, price and contact of the property, and no controls", async ({ page }) => {
  await setConsent(page);
  await visit(page, examplePage("property").en);
  await page.emulateMedia({ media: "print" });
  const main = page.getByRole("main");
  for (const shown of [
    page.getByRole("heading", { level: 1 }),
    main.locator("dl").first(),
    main.getByText("7.900.000 €").first(),
    main.locator("a[href^='tel:']").first(),
    page.getByRole("contentinfo").getByText("29602 Marbella"),
  ])
    await expect(shown).toBeVisible();
  const controls = await page.evaluate(() =>
    [...document.querySelectorAll("button, form, iframe, video, nav, .skip-link")]
      .filter((element) => element.checkVisibility())
      .map((element) => element.outerHTML.slice(0, 100)),
  );
  expect(controls).toEqual([]);
});

test("a shared list of properties prints on one page", async ({ page }) => {
  await setConsent(page);
  await visit(page, examplePage("shared favorites").en);
  await loadPictures(page);
  expect(await pageCount(page)).toBe(1);
});
