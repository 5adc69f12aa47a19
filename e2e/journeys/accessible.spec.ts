import type { Page } from "@playwright/test";
import { places } from "../places.ts";
import { decided, expect, expectAccessible, isPhone, test, visit } from "../watched.ts";
import { LANGS, word } from "../words.ts";

test.use({ excused: [/status of 404/] });

/** The levels of the headings that are there for everybody, in reading order. */
const headingLevels = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
      .filter((heading) => heading.checkVisibility({ checkVisibilityCSS: true }))
      .map((heading) => Number(heading.tagName.slice(1))),
  );

/** Places where a level is left out on the way down. */
const gaps = (levels: number[]) =>
  levels.flatMap((level, at) =>
    level > (levels[at - 1] ?? 0) + 1 ? [`h${levels[at - 1] ?? 0} → h${level}`] : [],
  );

for (const lang of LANGS) {
  for (const screen of places) {
    test(`${screen.name} keeps nobody out (${lang})`, async ({ page }) => {
      await visit(page, screen[lang]);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      const levels = await headingLevels(page);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      expect(gaps(levels)).toEqual([]);
      await expectAccessible(page);
    });
  }

  test(`saved homes keep nobody out (${lang})`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("favorites", "[1041,1001]"));
    await decided(page, "true");
    await visit(page, lang === "en" ? "/favorites/" : "/es/favorites/");
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
    expect(gaps(await headingLevels(page))).toEqual([]);
    await expectAccessible(page);
  });

  test(`the open menu keeps nobody out (${lang})`, async ({ page }) => {
    await decided(page);
    await visit(page, lang === "en" ? "/" : "/es/");
    if (isPhone(page)) {
      await page.getByRole("button", { name: word(lang, "menu.open") }).click();
      await expect(page.getByRole("dialog", { name: word(lang, "menu.label") })).toBeVisible();
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

test("the gallery keeps nobody out", async ({ page }) => {
  await decided(page);
  await visit(page, "/properties/camojan-villa-with-observatory/");
  await page.getByRole("link", { name: word("en", "property.viewGallery") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});
