import { place, places } from "../places.ts";
import { expect, isPhone, test } from "../watched.ts";
import { LANGS, word } from "../words.ts";

test.use({ javaScriptEnabled: false });

for (const lang of LANGS) {
  test(`every kind of screen is complete in ${lang}`, async ({ page, request }) => {
    test.skip(isPhone(page), "the document is the same at every width");
    for (const screen of places) {
      const answer = await request.get(screen[lang]);
      const html = await answer.text();
      expect(answer.status(), screen.name).toBe(screen.status ?? 200);
      expect(html, screen.name).toContain(`<html lang="${lang}"`);
      expect(html, screen.name).toMatch(/<title>[^<]{4,}<\/title>/);
      expect(html.match(/<h1[\s>]/g), screen.name).toHaveLength(1);
      expect(html, screen.name).toContain('<main id="content"');
    }
  });
}

test("results show cards with prices and areas, and the pager leads on", async ({ page }) => {
  await page.goto("/properties/");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(24);
  const texts = await cards.allTextContents();
  expect(texts.filter((text) => /\d €/.test(text)).length).toBeGreaterThan(20);
  expect(texts.filter((text) => /\d m²/.test(text)).length).toBeGreaterThan(20);
  await page.getByRole("link", { name: word("en", "ui.pager.next") }).click();
  await expect(page).toHaveURL("/properties/page/2/");
  await expect(cards).toHaveCount(24);
  await page.getByRole("link", { name: word("en", "ui.pager.previous") }).click();
  await expect(page).toHaveURL("/properties/");
});

for (const lang of LANGS) {
  test(`the search form answers by its address in ${lang}`, async ({ page }) => {
    await page.goto(lang === "en" ? "/" : "/es/");
    const form = page.getByRole("search", { name: word(lang, "ui.search.label") });
    await form
      .getByLabel(word(lang, "search.field.type"), { exact: true })
      .selectOption({ value: "15" });
    await form.getByText(word(lang, "ui.search.advanced")).click();
    await form
      .getByLabel(word(lang, "search.field.baths"), { exact: true })
      .selectOption({ value: "4" });
    await form.getByRole("button", { name: word(lang, "ui.search.submit") }).click();
    await expect(page).toHaveURL(`${lang === "en" ? "" : "/es"}/properties/?s_baths=4&s_type=15`);
    await expect(page.getByRole("main").getByRole("article").first()).toContainText("€");
    await expect(form.getByLabel(word(lang, "search.field.type"), { exact: true })).toHaveValue(
      "15",
    );
  });
}

test("the order of the list is sent by its button", async ({ page }) => {
  await page.goto("/properties/?s_type=15");
  await page.getByLabel(word("en", "search.field.sort")).selectOption("price_high");
  await page.getByRole("button", { name: word("en", "sections.applySort") }).click();
  await expect(page).toHaveURL("/properties/?s_type=15&sort_by=price_high");
});

test("a home can be read, with its price, sizes and pictures", async ({ page }) => {
  await page.goto(place("property").en);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Villa Cenit");
  const main = page.getByRole("main");
  await expect(main).toContainText(/\d{1,3}(\.\d{3})* €/);
  await expect(main).toContainText(/\d m²/);
  const picture = await main.locator("#gallery").getByRole("link").first().getAttribute("href");
  expect(picture).toMatch(/\/media\/.+\.jpg$/);
  const answer = await page.request.get(picture ?? "");
  expect(answer.headers()["content-type"]).toBe("image/jpeg");
});

test("the language switcher opens and leads to the same page", async ({ page }) => {
  await page.goto(place("property").en);
  await page.getByRole("banner").getByText("en", { exact: true }).click();
  await page.getByRole("banner").getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL(place("property").es);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});

test("the menu is reachable, and closes", async ({ page }) => {
  await page.goto("/");
  if (isPhone(page)) {
    const menu = page.getByRole("dialog", { name: word("en", "menu.label") });
    await page.getByRole("button", { name: word("en", "menu.open") }).click();
    await expect(menu).toBeVisible();
    await menu.getByRole("button", { name: word("en", "menu.close") }).click();
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: word("en", "menu.open") }).click();
    await menu.getByRole("link", { name: "Journal" }).click();
  } else {
    await page.getByRole("banner").getByRole("link", { name: "Journal" }).click();
  }
  await expect(page).toHaveURL("/blog/");
});

test("the columns of the bar open under the pointer and at the keyboard's touch", async ({
  page,
}) => {
  test.skip(isPhone(page), "the menu unfolds");
  await page.goto("/");
  const bar = page.getByRole("banner").getByRole("navigation", { name: word("en", "menu.label") });
  await bar.getByRole("link", { name: "Buy", exact: true }).hover();
  await expect(bar.getByRole("link", { name: /Benahavis/i }).first()).toBeVisible();
});

test("the favorites page says what it cannot know without a script", async ({ page }) => {
  await page.goto("/favorites/");
  await expect(
    page.getByRole("heading", { name: word("en", "sections.favorites.empty") }),
  ).toBeVisible();
  await page.goto(place("shared favorites").en);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(3);
});

test.describe("a missing page", () => {
  test.use({ excused: [/status of 404/] });

  for (const lang of LANGS) {
    test(`says so and offers homes in ${lang}`, async ({ page }) => {
      const answer = await page.goto(place("missing page")[lang]);
      expect(answer?.status()).toBe(404);
      await expect(page).toHaveTitle("404 Not Found - Zero Real Estate");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        word(lang, "errors.notFound.title"),
      );
      const main = page.getByRole("main");
      await expect(main).toContainText(word(lang, "sections.error.notFound"));
      await expect(main).toContainText(word(lang, "sections.error.meaning"));
      await expect(main).toContainText(word(lang, "sections.error.wayOut"));
      expect(await main.getByRole("article").count()).toBeGreaterThan(0);
    });
  }
});
