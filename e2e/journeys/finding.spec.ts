import { expect, isBelowMenu, isPhone, setConsent, test, visit } from "../fixtures.ts";
import { type Lang, t } from "../translations.ts";

for (const lang of ["en", "es"] as Lang[]) {
  const root = lang === "en" ? "" : "/es";
  test.describe(`finding a home in ${lang}`, () => {
    test.beforeEach(({ page }) => setConsent(page));

    test("the home page has one search with one button, and the line in it is searched", async ({
      page,
    }) => {
      await visit(page, `${root}/`);
      const main = page.getByRole("main");
      await expect(main.locator("button[type=submit]:visible")).toHaveCount(1);
      const line = main.getByLabel(t(lang, "ui.search.sentence"), { exact: true });
      await line.fill(lang === "en" ? "villa with 4 bedrooms" : "villa de 4 dormitorios");
      await main.locator("button[type=submit]:visible").click();
      await expect(page).toHaveURL(/\/properties\/\?.*s_beds=4&s_type=15/);
    });

    test("the home page is at most two thirds as long as it was", async ({ page }) => {
      await visit(page, `${root}/`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height).toBeLessThanOrEqual(Math.round(((isPhone(page) ? 10_116 : 8982) * 2) / 3));
    });

    test("homes for sale are first where nobody chose, and plots and shops last", async ({
      page,
    }) => {
      await visit(page, `${root}/properties/`);
      const main = page.getByRole("main");
      await expect(
        main.getByLabel(t(lang, "search.field.sort")).locator("option").first(),
      ).toHaveText(t(lang, "search.sort.recommended"));
      const cards = main.locator("article");
      await expect(cards).toHaveCount(24);
      for (const text of await cards.allTextContents())
        expect(text).not.toMatch(/per (month|week|day)|al mes|por semana|^Plot|^Parcela/);
      await main.getByLabel(t(lang, "search.field.sort")).selectOption("modified");
      await expect(page).toHaveURL(`${root}/properties/?sort_by=modified`);
    });

    test("the counts of a place are links", async ({ page }) => {
      await visit(page, `${root}/cities/marbella/`);
      const sale = page.getByRole("link", {
        name: lang === "en" ? /\d+ homes for sale/ : /\d+ .* en venta/,
      });
      await sale.first().click();
      await expect(page).toHaveURL(`${root}/cities/marbella/?s_offer=3`);
    });

    test("few results have the nearest others below", async ({ page }) => {
      await visit(page, `${root}/properties/?s_beds=7&s_type=15`);
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { name: t(lang, "sections.nearest") })).toBeVisible();
    });

    test("the enquiry of a holiday home asks for arrival, nights and guests", async ({ page }) => {
      await visit(page, `${root}/properties/?s_offer=12`);
      await page.getByRole("main").locator("article a").first().click();
      const form = page.getByRole("form", { name: t(lang, "enquiry.title.property") });
      for (const name of ["arrival", "nights", "people"])
        await expect(
          form.getByLabel(t(lang, `letter.stay.${name}`), { exact: true }),
        ).toBeVisible();
      await visit(page, `${root}/properties/camojan-villa-with-observatory/`);
      await expect(form.getByLabel(t(lang, "letter.stay.nights"), { exact: true })).toHaveCount(0);
    });

    test("an offer and a place lead to its homes in one step", async ({ page }) => {
      const answer = await page.request.get(
        lang === "en" ? "/for-sale/marbella/" : "/es/venta/marbella/",
        { maxRedirects: 0 },
      );
      expect(answer.status()).toBe(301);
      expect(answer.headers().location).toBe(`${root}/cities/marbella/?s_offer=3`);
    });

    test("the button of the advanced filters can be read under the mouse", async ({ page }) => {
      test.skip(isBelowMenu(page), "narrow windows have a sheet");
      await visit(page, `${root}/properties/`);
      const button = page.locator("summary", { hasText: t(lang, "ui.search.advanced") });
      await button.hover();
      for (let press = 0; press < 2; press++) {
        const { color, backgroundColor } = await button.evaluate((element) => {
          const style = getComputedStyle(element);
          return { color: style.color, backgroundColor: style.backgroundColor };
        });
        expect([color, backgroundColor]).toEqual(["rgb(61, 47, 36)", "rgb(238, 220, 202)"]);
        await button.click();
      }
    });
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the search form does not stay over the list of a phone @any-width", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/properties/");
    const form = page.locator("[data-search-bar]");
    expect(await form.evaluate((element) => getComputedStyle(element).position)).not.toBe("sticky");
  });
});
