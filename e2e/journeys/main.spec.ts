import type { Page } from "@playwright/test";
import {
  clickAndGetScroll,
  collectErrors,
  expect,
  isBelowMenu,
  test,
  visit,
  waitForHydration,
} from "../fixtures.ts";
import { chooseValue } from "../search-form.ts";
import { type Lang, t } from "../translations.ts";

const PRICE = /\d{1,3}(\.\d{3})+ €/;

/** The favorites link of the header, whose name has the number of favorites. */
const favoritesLink = (page: Page, lang: Lang, count: number) =>
  page.getByRole("banner").getByRole("link", {
    name: `${t(lang, "favorites.open")}: ${t(lang, count === 1 ? "favorites.count_one" : "favorites.count_other", { count })}`,
  });

const search = (page: Page, lang: Lang) =>
  page.getByRole("search", { name: t(lang, "ui.search.label") }).first();

const results = (page: Page) => page.getByRole("main").getByRole("article");

const focusedHeading = (page: Page) => page.locator("h1:focus");

/** Opens the sheet of the search form on phones; elsewhere the form is visible. */
async function openFilters(page: Page, lang: Lang): Promise<void> {
  const opener = page.getByRole("button", { name: t(lang, "ui.search.filters") });
  if (await opener.isVisible()) await opener.click();
}

/** Selects an option and submits the form; in a sheet the button has the result summary. */
async function find(page: Page, lang: Lang, field: string, option: string): Promise<void> {
  await openFilters(page, lang);
  const form = search(page, lang);
  const select = form.getByLabel(field, { exact: true });
  if ((await select.count()) > 0) await select.selectOption({ value: option });
  else await chooseValue(form, field, option);
  const labels = [t(lang, "ui.search.submit"), t(lang, "ui.search.show", { what: "\\d+" })];
  await form.getByRole("button", { name: new RegExp(`^(${labels.join("|")})`) }).click();
}

test("a visitor searches, filters, opens a property, saves it, reads it in Spanish and goes back", async ({
  page,
}) => {
  await visit(page, "/");
  await page.getByRole("button", { name: t("en", "consent.decline") }).click();
  await find(page, "en", t("en", "search.field.type"), "15");

  await expect(page).toHaveURL("/properties/?s_type=15");
  await expect(focusedHeading(page)).toHaveText(t("en", "header.custom", { type: "Villas" }));
  await expect(results(page).first()).toContainText(PRICE);

  await find(page, "en", t("en", "search.field.beds"), "5");
  await expect(page).toHaveURL("/properties/?s_beds=5&s_type=15");
  await expect(
    page.getByRole("list", { name: t("en", "ui.search.inForce") }).getByRole("listitem"),
  ).toHaveCount(3);

  const card = results(page).nth(4);
  const link = card.getByRole("link").first();
  const title = (await link.textContent()) ?? "";
  await link.scrollIntoViewIfNeeded();
  const height = await clickAndGetScroll(page, link);
  expect(height).toBeGreaterThan(200);

  await expect(focusedHeading(page)).toContainText(title);
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/properties\/[a-z\d-]+\/$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const address = new URL(page.url()).pathname;

  const save = page
    .getByRole("main")
    .getByRole("button", { name: t("en", "favorites.save"), exact: true });
  await save.click();
  await expect(
    page.getByRole("button", { name: t("en", "favorites.saved"), exact: true, pressed: true }),
  ).toBeVisible();
  await expect(favoritesLink(page, "en", 1)).toBeVisible();

  await page.getByRole("banner").getByText("en", { exact: true }).click();
  await page.getByRole("banner").getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL(`/es${address}`);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(focusedHeading(page)).toBeVisible();
  await expect(favoritesLink(page, "es", 1)).toBeVisible();
  await expect(
    page.getByRole("button", { name: t("es", "favorites.saved"), exact: true }),
  ).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goBack();
  await expect(page).toHaveURL("/properties/?s_beds=5&s_type=15");
  await expect(results(page).nth(4)).toContainText(title);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(height);
  await expect(results(page).nth(4).getByRole("button", { pressed: true })).toBeVisible();
});

test("the Spanish search finds Spanish properties", { tag: "@any-width" }, async ({ page }) => {
  await visit(page, "/es/");
  await page.getByRole("button", { name: t("es", "consent.accept") }).click();
  await find(page, "es", t("es", "search.field.type"), "7");
  await expect(page).toHaveURL("/es/properties/?s_type=7");
  await expect(focusedHeading(page)).toHaveText(t("es", "header.custom", { type: "Apartamentos" }));
  const link = results(page).first().getByRole("link").first();
  const title = (await link.textContent()) ?? "";
  await link.click();
  await expect(focusedHeading(page)).toContainText(title);
  await expect(page).toHaveURL(/\/es\/properties\/[a-z\d-]+\/$/);
  await expect(page.getByRole("main")).toContainText(/\d m²/);
});

test("favorites survive a reload and are the same in a second tab", { tag: "@any-width" }, async ({
  page,
  context,
  baseURL,
  errors,
}) => {
  await visit(page, "/properties/");
  await page.getByRole("button", { name: t("en", "consent.decline") }).click();
  await results(page).nth(0).getByRole("button").click();
  await expect(favoritesLink(page, "en", 1)).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await expect(favoritesLink(page, "en", 1)).toBeVisible();

  const second = await context.newPage();
  collectErrors(second, new URL(baseURL ?? "").origin, errors);
  await visit(second, "/properties/");
  await expect(favoritesLink(second, "en", 1)).toBeVisible();
  await results(second).nth(1).getByRole("button").click();
  await expect(favoritesLink(page, "en", 2)).toBeVisible();

  await favoritesLink(page, "en", 2).click();
  await expect(page).toHaveURL("/favorites/");
  await expect(results(page)).toHaveCount(2);
  await results(page).first().getByRole("button").click();
  await expect(results(page)).toHaveCount(1);
  await expect(favoritesLink(second, "en", 1)).toBeVisible();
  await second.close();
});

test("a reload restores the scroll position", async ({ page }) => {
  await visit(page, "/properties/");
  await page.reload(); // a first visit may have a late font's substitute, whose lines break elsewhere
  await waitForHydration(page);
  await results(page).nth(8).scrollIntoViewIfNeeded();
  const height = await page.evaluate(() => scrollY);
  await page.reload();
  await waitForHydration(page);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(height));
});

test("the pager keeps the filters", { tag: "@any-width" }, async ({ page }) => {
  await visit(page, "/properties/?s_offer=3");
  await page.getByRole("button", { name: t("en", "consent.decline") }).click();
  const pager = page.getByRole("navigation", { name: t("en", "ui.pager.label") });
  await pager.getByRole("link", { name: t("en", "ui.pager.next") }).click();
  await expect(page).toHaveURL("/properties/page/2/?s_offer=3");
  await expect(pager.locator("[aria-current=page]")).toHaveText("2");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await pager.getByRole("link", { name: t("en", "ui.pager.previous") }).click();
  await expect(page).toHaveURL("/properties/?s_offer=3");
});

test("another order keeps the filters and starts at the first page", { tag: "@any-width" }, async ({
  page,
}) => {
  await visit(page, "/properties/page/2/?s_offer=3");
  await page.getByLabel(t("en", "search.field.sort")).selectOption("price_low");
  await expect(page).toHaveURL("/properties/?s_offer=3&sort_by=price_low");
  await expect(results(page)).toHaveCount(24);
  const prices = () =>
    results(page).evaluateAll((cards) =>
      cards.flatMap((card) => {
        const copy = card.cloneNode(true) as HTMLElement;
        for (const previous of copy.querySelectorAll("s")) previous.remove();
        const price = /([\d.]+) €(?!.*€)/s.exec(copy.textContent ?? "")?.[1];
        return price ? [Number(price.replaceAll(".", ""))] : [];
      }),
    );
  await expect(async () => {
    const known = await prices();
    expect(known.length).toBeGreaterThan(10);
    expect(known).toEqual([...known].sort((a, b) => a - b));
  }).toPass();
});

test("a known reference opens its property; an unknown one shows a message", {
  tag: "@any-width",
}, async ({ page, baseURL }) => {
  const listed = await page.request.get("/_view/properties/las-brisas-villa-lakeside/");
  expect(await listed.text()).toContain("ZRE1041P");
  await visit(page, "/properties/");
  await page.getByRole("button", { name: t("en", "consent.decline") }).click();
  const form = search(page, "en");
  await openFilters(page, "en");
  const field = form.getByRole("combobox", {
    name: t("en", "ui.search.reference"),
    exact: true,
  });
  if (!(await field.isVisible())) await form.getByText(t("en", "ui.search.advanced")).click();
  await field.fill("ZRE9999P");
  await field.press("Enter");
  await expect(
    page.getByRole("status").filter({ hasText: t("en", "ui.search.referenceNotFound") }),
  ).toBeVisible();
  await expect(field).toHaveValue("");
  await field.fill("zre1041p");
  await field.press("Enter");
  await expect(page).toHaveURL(`${baseURL}/properties/las-brisas-villa-lakeside/`);
});

test("on phones a menu link navigates and closes the menu", async ({ page }) => {
  test.skip(!isBelowMenu(page), "desktop has the menu bar");
  await visit(page, "/");
  await page.getByRole("button", { name: t("en", "consent.decline") }).click();
  await page.getByRole("button", { name: t("en", "menu.open") }).click();
  const menu = page.getByRole("dialog", { name: t("en", "menu.label") });
  await menu.getByRole("link", { name: "Blog" }).click();
  await expect(page).toHaveURL("/blog/");
  await expect(menu).toBeHidden();
  await expect(focusedHeading(page)).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe(
    "hidden",
  );
});
