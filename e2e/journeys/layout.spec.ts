import type { Page } from "@playwright/test";
import { expect, isBelowMenu, setConsent, test, visit } from "../fixtures.ts";
import { t } from "../translations.ts";

test.beforeEach(async ({ page }) => setConsent(page));

// Specification §9.9.
for (const [name, link, min] of [
  ["a page", "/about/", 250],
  ["an archive", "/blog/", 250],
  ["a property", "/properties/", 300],
] as const) {
  test(`the header of ${name} is at least ${min} px high, its text at most 1230 px wide`, async ({
    page,
  }) => {
    await visit(page, link === "/properties/" ? await firstProperty(page) : link);
    const size = await page.evaluate(() => {
      const h1 = document.querySelector("h1");
      const header = h1?.closest("main > *, [data-search], header, section");
      const bar = document.querySelector("[data-search-bar]");
      const bottom = Math.max(
        header?.getBoundingClientRect().bottom ?? 0,
        bar?.getBoundingClientRect().bottom ?? 0,
      );
      return { height: bottom + scrollY, width: h1?.parentElement?.clientWidth ?? 0 };
    });
    expect(size.height).toBeGreaterThanOrEqual(min);
    expect(size.width).toBeGreaterThan(0);
    expect(size.width).toBeLessThanOrEqual(1230);
  });
}

/** The link of the first property of the results. */
async function firstProperty(page: Page): Promise<string> {
  await page.goto("/properties/");
  const href = await page.locator("article a").first().getAttribute("href");
  return href ?? "";
}

// Decision 18.
for (const [link, claim] of [
  ["/", "Exceptional homes in Marbella"],
  ["/es/", "Casas excepcionales en Marbella"],
] as const) {
  test(`the heading of ${link} is the claim of the home page`, async ({ page }) => {
    await visit(page, link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(claim);
  });
}

// Specification §9.9.3.
test("the menu panel is measured against the window minus 120 px", async ({ page }) => {
  await visit(page, "/");
  const room = (page.viewportSize()?.height ?? 0) - 120;
  if (isBelowMenu(page)) {
    await page.getByRole("button", { name: t("en", "menu.open") }).click();
    const panel = page.getByRole("dialog").getByRole("navigation");
    await expect(panel).toBeVisible();
    expect((await panel.boundingBox())?.height).toBeGreaterThanOrEqual(room);
    return;
  }
  const panels = page.locator("nav [data-floats]");
  expect(await panels.count()).toBeGreaterThan(0);
  for (const panel of await panels.all()) {
    const limit = await panel.evaluate((element) => getComputedStyle(element).maxBlockSize);
    expect(limit).toBe(`${room}px`);
  }
});
