import type { Page } from "@playwright/test";
import { examplePages } from "../example-pages.ts";
import { expect, expectAccessible, isBelowMenu, setConsent, test, visit } from "../fixtures.ts";
import { LANGS, t } from "../translations.ts";

test.use({ allowedErrors: [/status of 404/] });

/** The levels of the visible headings in document order. */
const headingLevels = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
      .filter((heading) => heading.checkVisibility({ checkVisibilityCSS: true }))
      .map((heading) => Number(heading.tagName.slice(1))),
  );

/** The positions where a heading level is skipped. */
const gaps = (levels: number[]) =>
  levels.flatMap((level, at) =>
    level > (levels[at - 1] ?? 0) + 1 ? [`h${levels[at - 1] ?? 0} → h${level}`] : [],
  );

for (const lang of LANGS) {
  for (const screen of examplePages) {
    test(`${screen.name} is accessible (${lang})`, async ({ page }) => {
      await visit(page, screen[lang]);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      const levels = await headingLevels(page);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      expect(gaps(levels)).toEqual([]);
      await expectAccessible(page);
    });
  }

  test(`the list of favorites is accessible (${lang})`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("favorites", "[1041,1001]"));
    await setConsent(page, "true");
    await visit(page, lang === "en" ? "/favorites/" : "/es/favorites/");
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
    expect(gaps(await headingLevels(page))).toEqual([]);
    await expectAccessible(page);
  });

  test(`the open menu is accessible (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, lang === "en" ? "/" : "/es/");
    if (isBelowMenu(page)) {
      await page.getByRole("button", { name: t(lang, "menu.open") }).click();
      await expect(page.getByRole("dialog", { name: t(lang, "menu.label") })).toBeVisible();
    } else {
      const toggle = page
        .getByRole("banner")
        .locator("button[aria-expanded][aria-controls]:visible")
        .first();
      await toggle.click();
      await expect(toggle).toHaveAttribute("aria-expanded", "true");
    }
    await expectAccessible(page);
  });
}

test("the gallery is accessible", async ({ page }) => {
  await setConsent(page);
  await visit(page, "/properties/camojan-villa-with-observatory/");
  await page.getByRole("link", { name: t("en", "property.viewGallery") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});
