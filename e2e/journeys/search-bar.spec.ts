import type { Page } from "@playwright/test";
import { expect, expectAccessible, isBelowMenu, setConsent, test, visit } from "../fixtures.ts";
import { chooseValue, openAdvancedFilters, openSearchForm } from "../search-form.ts";
import { LANGS, t } from "../translations.ts";

/** The number of cards whose box, with the price, is in the window. */
const wholeCards = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("article")
    .evaluateAll(
      (cards) => cards.filter((card) => card.getBoundingClientRect().bottom <= innerHeight).length,
    );

/** The box of the search bar. */
const barBox = async (page: Page) => {
  const box = await page.locator("[data-search-bar]").boundingBox();
  if (!box) throw new Error("the page has a search bar");
  return box;
};

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";
  const label = (key: string) => t(lang, `search.field.${key}`);

  test.describe(`the search bar in ${lang}`, () => {
    test.beforeEach(async ({ page }) => setConsent(page));

    test("whole cards with price are seen without scrolling", async ({ page }) => {
      for (const link of ["/properties/", "/properties/?s_beds=3&s_type=15"]) {
        await visit(page, root + link);
        await expect
          .poll(() => wholeCards(page), { message: link })
          .toBeGreaterThanOrEqual(isBelowMenu(page) ? 1 : 3);
      }
    });

    test("a card has bedrooms, bathrooms, sizes and the reference", async ({ page }) => {
      await visit(page, `${root}/properties/?s_type=15`);
      const card = page.getByRole("main").getByRole("article").first();
      for (const key of ["bedrooms", "bathrooms", "builtSize", "plotSize", "terraceSize"])
        await expect(card).toContainText(`${t(lang, `facts.${key}`)}: `);
      await expect(card).toContainText(/Ref\. ZRE\d+[PG]/);
    });

    test("it stays in reach while the results scroll", async ({ page }) => {
      await visit(page, `${root}/properties/?s_type=15`);
      await page.evaluate(() => scrollTo({ top: 1500, behavior: "instant" }));
      const control = isBelowMenu(page)
        ? page.getByRole("button", { name: t(lang, "ui.search.filtersCount", { n: 1 }) })
        : page.getByRole("search").getByRole("button", { name: new RegExp(`^${label("type")}: `) });
      await expect(control).toBeInViewport({ ratio: 1 });
      expect((await barBox(page)).height).toBeLessThan(100);
      await control.click({ trial: true }); // nothing covers it
      await expectAccessible(page);
    });

    test("a change shows one new count everywhere", async ({ page }) => {
      await visit(page, `${root}/properties/`);
      const main = page.getByRole("main");
      const summary = main.getByRole("status").first();
      const all = /[\d.]+/.exec((await summary.textContent()) ?? "")?.[0] ?? "";
      const form = await openSearchForm(page, lang);
      await chooseValue(form, label("type"), "15");
      const button = form.locator("button[type=submit]");
      await expect(button).toContainText(/\d/);
      await expect(button).not.toContainText(all);
      const count = /[\d.]+/.exec((await button.textContent()) ?? "")?.[0] ?? "";
      await expect(summary).toHaveText(new RegExp(`^${count} `));
      const old = main.getByText(new RegExp(`(^|\\D)${all} [a-z]`)).filter({ visible: true });
      await expect(old).toHaveCount(0);
      if (!isBelowMenu(page)) return;
      // A sheet that is closed without submitting changes nothing.
      await page.keyboard.press("Escape");
      await expect(summary).toHaveText(new RegExp(`^${all} `));
    });

    test("the advanced filters open over the results, by keyboard too", async ({ page }) => {
      test.skip(isBelowMenu(page), "the filters are in the sheet");
      await visit(page, `${root}/properties/`);
      const first = page.getByRole("main").getByRole("article").first();
      const before = await first.boundingBox();
      const more = page.getByRole("search").getByText(t(lang, "ui.search.advanced"));
      await more.click();
      const baths = page.getByRole("search").getByLabel(label("baths"), { exact: true });
      await expect(baths).toBeVisible();
      expect(await first.boundingBox()).toEqual(before);
      await expectAccessible(page);
      await baths.focus();
      await page.keyboard.press("Escape");
      await expect(baths).toBeHidden();
      await page.keyboard.press("Enter");
      await expect(baths).toBeVisible();
      await first.getByRole("link").first().focus();
      await expect(baths).toBeHidden();
    });

    test("it stands open below other headers, in two lines at most", async ({ page }) => {
      const links = [
        `${root}/blog/`,
        lang === "en" ? "/about/" : "/es/sobre-nosotros/",
        `${root}/properties/las-brisas-villa-lakeside/`,
      ];
      for (const link of links) {
        await visit(page, link);
        const form = page.getByRole("search", { name: t(lang, "ui.search.label") }).first();
        const box = await form.boundingBox();
        expect(box?.height, link).toBeLessThan(isBelowMenu(page) ? 140 : 70);
        await chooseValue(form, label("type"), "15");
        await form.locator("button[type=submit]").click();
        await expect(page).toHaveURL(`${root}/properties/?s_type=15`);
      }
      await visit(page, `${root}/blog/`);
      const picture = page.getByRole("main").locator("img").first();
      await expect(picture).toBeInViewport();
    });

    for (const typed of ["1001", "zre1001"])
      test(`Enter in the reference takes the only match of ${typed}`, async ({ page }) => {
        await visit(page, `${root}/properties/`);
        const form = await openAdvancedFilters(page, lang);
        const field = form.getByRole("combobox", { name: t(lang, "ui.search.reference") });
        await field.fill(typed);
        await field.press("Enter");
        await expect(page).toHaveURL(`${root}/properties/villa-almenara-sierra-blanca/`);
      });

    test("a message at the reference does not stretch its neighbours", async ({ page }) => {
      await visit(page, `${root}/properties/`);
      const form = await openAdvancedFilters(page, lang);
      const baths = form.getByLabel(label("baths"), { exact: true });
      const before = (await baths.boundingBox())?.height;
      const field = form.getByRole("combobox", { name: t(lang, "ui.search.reference") });
      await field.fill("zre1o41p");
      await page
        .getByRole("option", {
          name: t(lang, "ui.search.searchReference", { reference: "zre1o41p" }),
        })
        .click();
      await expect(form.getByText(t(lang, "ui.search.didYouMean"))).toBeVisible();
      expect((await baths.boundingBox())?.height).toBe(before);
    });

    test("an empty search shows the nearest properties and what to loosen", async ({ page }) => {
      await visit(page, `${root}/properties/?price_to=1000000&s_beds=7&s_city=700&s_type=15`);
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { name: t(lang, "sections.nearest") })).toBeVisible();
      const cards = main.getByRole("article");
      expect(await cards.count()).toBeGreaterThan(1);
      await expect(main.locator("mark").first()).toBeVisible();
      await expect(cards.first().getByRole("paragraph").first()).toHaveText(/\d|“|«/);
      await expect(main.getByRole("link", { name: /: [\d.]+ / }).first()).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  for (const lang of LANGS)
    test(`the bar submits and the nearest properties are there (${lang})`, async ({ page }) => {
      const root = lang === "en" ? "" : "/es";
      await page.goto(`${root}/blog/`);
      const form = page.getByRole("search", { name: t(lang, "ui.search.label") }).first();
      await form.getByLabel(t(lang, "search.field.type"), { exact: true }).selectOption("15");
      await form.locator("button[type=submit]").click();
      await expect(page).toHaveURL(/\/properties\/\?.*s_type=15/);
      await page.goto(`${root}/properties/?price_to=1000000&s_beds=7&s_city=700&s_type=15`);
      await expect(page.getByRole("heading", { name: t(lang, "sections.nearest") })).toBeVisible();
    });
});
