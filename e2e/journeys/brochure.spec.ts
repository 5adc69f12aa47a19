import type { Page } from "@playwright/test";
import { place } from "../places.ts";
import { decided, expect, isPhone, test, visit } from "../watched.ts";
import { LANGS } from "../words.ts";

/** Every picture of the page, wherever it waits, as a visitor has it who prints after reading. */
async function pictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = "eager";
  });
  await page.waitForFunction(() =>
    [...document.images].every((picture) => picture.complete || !picture.checkVisibility()),
  );
}

async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test.beforeEach(({ page }) => {
  test.skip(isPhone(page), "paper has one width");
});

/** The homes with the longest texts, and the most pictures, plans and features. */
const FULLEST = ["la-zagaleta-hilltop-estate", "villa-almenara-sierra-blanca"];

// Nothing was said of cookies yet: their bar leaves no room on paper either.
for (const lang of LANGS)
  test(`a home prints as a brochure of two pages (${lang})`, async ({ page }) => {
    const results = place("results")[lang];
    await visit(page, results);
    const others = await page
      .getByRole("main")
      .getByRole("article")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const fullest = FULLEST.map((slug) => `${results}${slug}/`);
    for (const link of [place("property")[lang], ...fullest, ...others.slice(0, 2)]) {
      await visit(page, link);
      await pictures(page);
      expect(await pagesOf(page), link).toBe(2);
    }
  });

test("the brochure says what the home is, costs and whom to call, and nothing to click", async ({
  page,
}) => {
  await decided(page);
  await visit(page, place("property").en);
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
  const left = await page.evaluate(() =>
    [...document.querySelectorAll("button, form, iframe, video, nav, .skip-link")]
      .filter((element) => element.checkVisibility())
      .map((element) => element.outerHTML.slice(0, 100)),
  );
  expect(left).toEqual([]);
});

test("a shared list of homes prints on one page", async ({ page }) => {
  await decided(page);
  await visit(page, place("shared favorites").en);
  await pictures(page);
  expect(await pagesOf(page)).toBe(1);
});
