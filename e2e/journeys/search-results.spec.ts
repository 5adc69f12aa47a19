import { decided, expect, expectAccessible, test, visit } from "../watched.ts";
import { LANGS, word } from "../words.ts";

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";

  test(`a search without a home leads to what comes near (${lang})`, async ({ page }) => {
    await decided(page);
    await visit(page, `${root}/properties/?price_to=100000&s_beds=8&s_type=15`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: word(lang, "results.none") })).toBeVisible();
    const way = main.getByRole("link", { name: /→/ }).first();
    const promised = /→ ([\d.]+)/.exec((await way.textContent()) ?? "")?.[1];
    await way.click();
    await expect(main.getByRole("article").first()).toBeVisible();
    await expect(main.getByRole("status").first()).toContainText(promised ?? "?");
  });

  test(`the map shows the homes of the page and leads to one (${lang})`, async ({ page }) => {
    await decided(page);
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await visit(page, `${root}/properties/?s_type=15`);
    const main = page.getByRole("main");
    expect(scripts.filter((url) => url.includes("results-map"))).toEqual([]);

    await main.getByRole("button", { name: word(lang, "sections.view.map") }).click();
    const map = main.getByRole("region", { name: word(lang, "sections.map.label") });
    await expect(map).toBeVisible();
    expect(scripts.filter((url) => url.includes("results-map")).length).toBeGreaterThan(0);
    await expect(main).toContainText(word(lang, "sections.map.approximate"));
    const markers = map.getByRole("listitem").getByRole("button");
    const counts = await markers.evaluateAll((list) =>
      list.map((marker) => Number(marker.firstChild?.textContent) || 1),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24);
    await expectAccessible(page);

    // By keyboard: look closer until a marker opens homes.
    const found = main.getByRole("region", { name: /\d+ (homes?|propiedad(es)?) / });
    for (let step = 0; step < 8 && !(await found.isVisible()); step++) {
      await markers.first().focus();
      await page.keyboard.press("Enter");
      await page.waitForTimeout(100);
    }
    await expect(found).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(found).toBeHidden();
    await markers.first().press("Enter");
    const link = found.getByRole("link").first();
    const title = (await link.textContent()) ?? "";
    await link.click();
    await expect(page.locator("h1")).toContainText(title);
    await page.goBack();
    await expect(map).toBeVisible();
    await main.getByRole("button", { name: word(lang, "sections.view.list") }).click();
    await expect(main.getByRole("article")).toHaveCount(24);
  });
}

test("while other homes are on their way, skeletons keep the cards' places", async ({ page }) => {
  await decided(page);
  await visit(page, "/properties/");
  await page.route("**/_view/properties/page/2/", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  const list = page
    .getByRole("main")
    .getByRole("list")
    .filter({ has: page.getByRole("article") });
  await page.getByRole("link", { name: word("en", "ui.pager.next") }).click();
  await expect(list).toHaveAttribute("aria-busy", "true");
  await expect(page).toHaveURL("/properties/page/2/");
  await expect(list).not.toHaveAttribute("aria-busy", "true");
});

test("back from a home leads to where one was in the list", async ({ page }) => {
  await decided(page);
  await visit(page, "/properties/page/2/");
  const card = page.getByRole("main").getByRole("article").nth(10);
  const link = card.getByRole("link").first();
  // The click itself may scroll a little: what counts is where one was when leaving.
  await page.evaluate(() => {
    addEventListener(
      "click",
      () => sessionStorage.setItem("left", String(Math.round(scrollY))),
      true,
    );
  });
  await link.click();
  await expect(page).toHaveURL(/\/properties\/[a-z\d-]+\/$/);
  const height = await page.evaluate(() => Number(sessionStorage.getItem("left")));
  expect(height).toBeGreaterThan(500);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(height);
});

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";
  test(`developments are searched by their own categories (${lang})`, async ({ page }) => {
    await decided(page);
    await visit(page, `${root}/developments/?s_categories=59`);
    const main = page.getByRole("main");
    const count = await main.getByRole("article").count();
    expect(count).toBeGreaterThan(0);
    await expect(
      page
        .getByRole("list", { name: word(lang, "ui.search.inForce") })
        .getByRole("listitem")
        .first(),
    ).toBeVisible();
    await main.getByRole("article").first().getByRole("link").first().click();
    const units = main.getByRole("table").first();
    await expect(units).toBeVisible();
    const free = main.getByRole("button", {
      name: new RegExp(`^${word(lang, "facts.availability.available")}`),
    });
    const shown = await units.getByRole("row").count();
    if (await free.isVisible()) {
      await free.click();
      await expect(free).toHaveAttribute("aria-pressed", "true");
      expect(await units.getByRole("row").count()).toBeLessThan(shown);
    }
  });
}
