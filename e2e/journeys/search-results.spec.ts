import { delayViews } from "../delay-views.ts";
import { expect, setConsent, test, visit } from "../fixtures.ts";
import { LANGS, t } from "../translations.ts";

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";

  test(`an empty search has suggestions with results (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, `${root}/properties/?price_to=100000&s_beds=8&s_type=15`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: t(lang, "results.none") })).toBeVisible();
    const suggestion = main.getByRole("link", { name: /: [\d.]+ / }).first();
    const announced = /: ([\d.]+)/.exec((await suggestion.textContent()) ?? "")?.[1];
    await suggestion.click();
    await expect(main.getByRole("article").first()).toBeVisible();
    await expect(main.getByRole("status").first()).toContainText(announced ?? "?");
  });
}

test("without WebGL the list stays, with a message in place of the map", {
  tag: "@any-width",
}, async ({ page }) => {
  // Some browsers compute WebGL without a graphics card.
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext as (kind: string) => unknown;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string) {
        return kind.startsWith("webgl") ? null : getContext.call(this, kind);
      },
    });
  });
  await setConsent(page);
  await visit(page, "/properties/?map=on&s_offer=3");
  const main = page.getByRole("main");
  await expect(main).toContainText(t("en", "sections.map.failed"));
  await expect(main.getByRole("article")).toHaveCount(24);
  await main.getByRole("button", { name: t("en", "sections.view.list"), exact: true }).click();
  await expect(page).toHaveURL("/properties/?s_offer=3");
});

test("while the next results load, the cards are skeletons", async ({ page }) => {
  await setConsent(page);
  await visit(page, "/properties/");
  const release = await delayViews(page, /\/properties\/page\/2\/$/);
  const list = page
    .getByRole("main")
    .getByRole("list")
    .filter({ has: page.getByRole("article") });
  await page.getByRole("link", { name: t("en", "ui.pager.next") }).click();
  await expect(list).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page).toHaveURL("/properties/page/2/");
  await expect(list).not.toHaveAttribute("aria-busy", "true");
});

test("a back step from a property restores the scroll position of the list", async ({ page }) => {
  await setConsent(page);
  await visit(page, "/properties/page/2/");
  const card = page.getByRole("main").getByRole("article").nth(10);
  const link = card.getByRole("link").first();
  // The click may scroll, so the position at the click counts.
  await page.evaluate(() => {
    addEventListener(
      "click",
      () => sessionStorage.setItem("scrollAtClick", String(Math.round(scrollY))),
      true,
    );
  });
  await link.click();
  await expect(page).toHaveURL(/\/properties\/[a-z\d-]+\/$/);
  const height = await page.evaluate(() => Number(sessionStorage.getItem("scrollAtClick")));
  expect(height).toBeGreaterThan(500);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(height);
});

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";
  test(`developments have filters of their own (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, `${root}/developments/?s_categories=59`);
    const main = page.getByRole("main");
    const count = await main.getByRole("article").count();
    expect(count).toBeGreaterThan(0);
    await expect(
      page
        .getByRole("list", { name: t(lang, "ui.search.inForce") })
        .getByRole("listitem")
        .first(),
    ).toBeVisible();
    await main.getByRole("article").first().getByRole("link").first().click();
    const units = main.getByRole("table").first();
    await expect(units).toBeVisible();
    const free = main.getByRole("button", {
      name: new RegExp(`^${t(lang, "facts.availability.available")}`),
    });
    const shown = await units.getByRole("row").count();
    if (await free.isVisible()) {
      await free.click();
      await expect(free).toHaveAttribute("aria-pressed", "true");
      expect(await units.getByRole("row").count()).toBeLessThan(shown);
    }
  });
}
