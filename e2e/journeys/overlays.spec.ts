import type { Page } from "@playwright/test";
import { examplePage } from "../example-pages.ts";
import {
  expect,
  expectAccessible,
  isBelowMenu,
  setConsent,
  test,
  visit,
  waitForHydration,
} from "../fixtures.ts";
import { LANGS, t } from "../translations.ts";

const address = (page: Page) => {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
};

for (const lang of LANGS) {
  const property = examplePage("property")[lang];
  const results = examplePage("results")[lang];

  test(`Back closes the gallery and Forward opens it again (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, results);
    await page.goto(property);
    await waitForHydration(page);
    const open = page.getByRole("link", { name: new RegExp(t(lang, "property.viewGallery")) });
    await open.focus();
    await page.keyboard.press("Enter");
    const gallery = page.getByRole("dialog");
    await expect(gallery).toBeVisible();
    expect(address(page)).toBe(`${property}#picture-1`);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/#picture-3$/);
    await expect(gallery.getByRole("status")).toHaveText(/^3 /);
    await expectAccessible(page);
    await page.goBack();
    await expect(gallery).toBeHidden();
    expect(address(page)).toBe(property);
    await expect(open).toBeFocused();
    await page.goForward();
    await expect(gallery.getByRole("status")).toHaveText(/^3 /);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${results}$`));
  });

  test(`a closed gallery leaves no step in the history (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, results);
    await page.goto(property);
    await waitForHydration(page);
    const opener = page.getByRole("link", {
      name: t(lang, "gallery.open", { index: 2, alt: "" }).trim(),
    });
    await opener.click();
    await page.getByRole("button", { name: t(lang, "gallery.close") }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect.poll(() => address(page)).toBe(property);
    const before = await page.evaluate(() => window.scrollY);
    await opener.click();
    await page.keyboard.press("Escape");
    await expect.poll(() => address(page)).toBe(property);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${results}$`));
  });

  test(`a shared address opens the gallery at its picture (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, results);
    await page.goto(`${property}#picture-3`);
    await waitForHydration(page);
    const gallery = page.getByRole("dialog");
    await expect(gallery.getByRole("status")).toHaveText(/^3 /);
    await expect(gallery.locator("li[aria-hidden=false] img")).toBeInViewport({ ratio: 0.9 });
    const canonical = page.locator('link[rel="canonical"]');
    expect(new URL((await canonical.getAttribute("href")) ?? "").pathname).toBe(property);
    const thumbnails = gallery.getByRole("list", { name: t(lang, "gallery.thumbnails") });
    await expect(thumbnails.getByRole("button").nth(2)).toHaveAttribute("aria-current", "true");
    await thumbnails.getByRole("button").nth(0).click();
    await expect(gallery.getByRole("status")).toHaveText(/^1 /);
    await expect(page).toHaveURL(/#picture-1$/);
    await gallery.getByRole("button", { name: t(lang, "gallery.close") }).click();
    await expect(gallery).toBeHidden();
    expect(address(page)).toBe(property);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${results}$`));
  });

  test(`an address of a picture that does not exist shows the page (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, `${property}#picture-99`);
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test(`Back closes the filter sheet and stays on the results (${lang})`, async ({ page }) => {
    test.skip(!isBelowMenu(page), "wide windows show the form");
    await setConsent(page);
    await visit(page, examplePage("home")[lang]);
    await page.goto(results);
    await waitForHydration(page);
    const open = page.getByRole("button", { name: new RegExp(`^${t(lang, "ui.search.filters")}`) });
    await open.click();
    const sheet = page.getByRole("dialog", { name: t(lang, "ui.search.filters") });
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    expect(address(page)).toBe(results);
    await open.click();
    await sheet.getByLabel(t(lang, "facts.bedrooms"), { exact: false }).first().selectOption("3");
    await sheet.getByRole("search").locator("button[type=submit]").click();
    await expect(page).toHaveURL(/s_beds=3/);
    await expect(sheet).toBeHidden();
    await page.goBack();
    await expect.poll(() => address(page)).toBe(results);
    await expect(sheet).toBeHidden();
    await page.goBack();
    await expect.poll(() => address(page)).toBe(examplePage("home")[lang]);
  });

  test(`Back closes the mobile menu, and after its links it leads to the page (${lang})`, async ({
    page,
  }) => {
    test.skip(!isBelowMenu(page), "desktop has the menu bar");
    await setConsent(page);
    await visit(page, results);
    const open = page.getByRole("button", { name: t(lang, "menu.open") });
    await open.click();
    const menu = page.getByRole("dialog", { name: t(lang, "menu.label") });
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    expect(address(page)).toBe(results);
    const scrolls = () => document.documentElement.style.overflow;
    expect(await page.evaluate(scrolls)).toBe("");
    await open.click();
    const link = menu.locator(`a[href="${examplePage("contact")[lang]}"]`).first();
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${examplePage("contact")[lang]}$`));
    await page.goBack();
    await expect.poll(() => address(page)).toBe(results);
    await expect(menu).toBeHidden();
  });
}
