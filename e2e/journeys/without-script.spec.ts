import { examplePage, examplePages } from "../example-pages.ts";
import { expect, isBelowMenu, test } from "../fixtures.ts";
import { LANGS, t } from "../translations.ts";

test.use({ javaScriptEnabled: false });

for (const lang of LANGS) {
  test(`the HTML of every screen is complete in ${lang}`, { tag: "@any-width" }, async ({
    request,
  }) => {
    for (const screen of examplePages) {
      const response = await request.get(screen[lang]);
      const html = await response.text();
      expect(response.status(), screen.name).toBe(screen.status ?? 200);
      expect(html, screen.name).toContain(`<html lang="${lang}"`);
      expect(html, screen.name).toMatch(/<title>[^<]{4,}<\/title>/);
      expect(html.match(/<h1[\s>]/g), screen.name).toHaveLength(1);
      expect(html, screen.name).toContain('<main id="content"');
    }
  });
}

test("results have cards with prices and sizes, and a pager", { tag: "@any-width" }, async ({
  page,
}) => {
  await page.goto("/properties/");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(24);
  const texts = await cards.allTextContents();
  expect(texts.filter((text) => /\d €/.test(text)).length).toBeGreaterThan(20);
  expect(texts.filter((text) => /\d m²/.test(text)).length).toBeGreaterThan(20);
  await page.getByRole("link", { name: t("en", "ui.pager.next") }).click();
  await expect(page).toHaveURL("/properties/page/2/");
  await expect(cards).toHaveCount(24);
  await page.getByRole("link", { name: t("en", "ui.pager.previous") }).click();
  await expect(page).toHaveURL("/properties/");
});

for (const lang of LANGS) {
  test(`the search form submits in ${lang}`, async ({ page }) => {
    await page.goto(lang === "en" ? "/" : "/es/");
    const form = page.getByRole("search", { name: t(lang, "ui.search.label") });
    await form
      .getByLabel(t(lang, "search.field.type"), { exact: true })
      .selectOption({ value: "15" });
    await form.getByText(t(lang, "ui.search.advanced")).click();
    await form
      .getByLabel(t(lang, "search.field.baths"), { exact: true })
      .selectOption({ value: "4" });
    await form.getByRole("button", { name: t(lang, "ui.search.submit") }).click();
    await expect(page).toHaveURL(`${lang === "en" ? "" : "/es"}/properties/?s_baths=4&s_type=15`);
    await expect(page.getByRole("main").getByRole("article").first()).toContainText("€");
    await expect(form.getByLabel(t(lang, "search.field.type"), { exact: true })).toHaveValue("15");
  });
}

test("the order has a submit button", { tag: "@any-width" }, async ({ page }) => {
  await page.goto("/properties/?s_type=15");
  await page.getByLabel(t("en", "search.field.sort")).selectOption("price_high");
  await page.getByRole("button", { name: t("en", "sections.applySort") }).click();
  await expect(page).toHaveURL("/properties/?s_type=15&sort_by=price_high");
});

test("a property has price, sizes and pictures", { tag: "@any-width" }, async ({ page }) => {
  await page.goto(examplePage("property").en);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Villa Cenit");
  const main = page.getByRole("main");
  await expect(main).toContainText(/\d{1,3}(\.\d{3})* €/);
  await expect(main).toContainText(/\d m²/);
  const picture = await main.locator("#gallery").getByRole("link").first().getAttribute("href");
  expect(picture).toMatch(/\/media\/.+\.jpg$/);
  const response = await page.request.get(picture ?? "");
  expect(response.headers()["content-type"]).toBe("image/jpeg");
});

test("the language switcher opens and links to the translation", async ({ page }) => {
  await page.goto(examplePage("property").en);
  await page.getByRole("banner").getByText("en", { exact: true }).click();
  await page.getByRole("banner").getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL(examplePage("property").es);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});

test("the menu opens and closes", async ({ page }) => {
  await page.goto("/");
  if (isBelowMenu(page)) {
    const menu = page.getByRole("dialog", { name: t("en", "menu.label") });
    await page.getByRole("button", { name: t("en", "menu.open") }).click();
    await expect(menu).toBeVisible();
    await menu.getByRole("button", { name: t("en", "menu.close") }).click();
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: t("en", "menu.open") }).click();
    await menu.getByRole("link", { name: "Blog" }).click();
  } else {
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
  }
  await expect(page).toHaveURL("/blog/");
});

test("the menu columns open on hover", async ({ page }) => {
  test.skip(isBelowMenu(page), "the menu is the mobile menu");
  await page.goto("/");
  const bar = page.getByRole("banner").getByRole("navigation", { name: t("en", "menu.label") });
  await bar.getByRole("link", { name: "Buy", exact: true }).hover();
  await expect(bar.getByRole("link", { name: /Benahavis/i }).first()).toBeVisible();
});

test("the favorites page is empty without scripts, and a shared list is complete", {
  tag: "@any-width",
}, async ({ page }) => {
  await page.goto("/favorites/");
  await expect(
    page.getByRole("heading", { name: t("en", "sections.favorites.empty") }),
  ).toBeVisible();
  await page.goto(examplePage("shared favorites").en);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(3);
});

test.describe("a missing page", () => {
  test.use({ allowedErrors: [/status of 404/] });

  for (const lang of LANGS) {
    test(`has a message and properties in ${lang}`, async ({ page }) => {
      const response = await page.goto(examplePage("missing page")[lang]);
      expect(response?.status()).toBe(404);
      await expect(page).toHaveTitle("404 Not Found - Zero Real Estate");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        t(lang, "errors.notFound.title"),
      );
      const main = page.getByRole("main");
      await expect(main).toContainText(t(lang, "sections.error.notFound"));
      await expect(main).toContainText(t(lang, "sections.error.meaning"));
      await expect(main).toContainText(t(lang, "sections.error.wayOut"));
      expect(await main.getByRole("article").count()).toBeGreaterThan(0);
    });
  }
});
