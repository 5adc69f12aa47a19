import { delayViews } from "../delay-views.ts";
import { expect, expectAccessible, setConsent, test, visit } from "../fixtures.ts";
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

  test(`the map shows all properties of the search and links to them (${lang})`, async ({
    page,
  }) => {
    await setConsent(page);
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await visit(page, `${root}/properties/?s_type=15`);
    const main = page.getByRole("main");
    expect(scripts.filter((url) => url.includes("results-map"))).toEqual([]);

    await main.getByRole("button", { name: t(lang, "sections.view.map") }).click();
    const map = main.getByRole("region", { name: t(lang, "sections.map.label") });
    await expect(map).toBeVisible();
    expect(scripts.filter((url) => url.includes("results-map")).length).toBeGreaterThan(0);
    await expect(main).toContainText(t(lang, "sections.map.approximate"));
    const summary = (await main.getByRole("status").first().textContent()) ?? "";
    const total = Number(/[\d.]+/.exec(summary)?.[0]?.replace(".", ""));
    expect(total).toBeGreaterThan(24);
    const markers = map.getByRole("listitem").getByRole("button");
    const onMap = () =>
      markers.evaluateAll((list) =>
        list.reduce((sum, marker) => sum + (Number(marker.firstChild?.textContent) || 1), 0),
      );
    await expect.poll(onMap).toBe(total);
    await expect(main.getByRole("article")).toHaveCount(24); // the list is beside the map
    await expectAccessible(page);

    // The keyboard pans and zooms the map.
    const coastline = map.locator("path").first();
    for (const key of ["ArrowRight", "+", "-"]) {
      const before = await coastline.getAttribute("d");
      await map.focus();
      await page.keyboard.press(key);
      await expect(coastline).not.toHaveAttribute("d", before ?? "");
    }
    await main.getByRole("button", { name: t(lang, "sections.map.whole") }).click();

    // By keyboard: open markers until one lists properties.
    const list = main.getByRole("region", { name: /\d+ (homes?|propiedad(es)?) / });
    for (let step = 0; step < 8 && !(await list.isVisible()); step++) {
      await markers.first().focus();
      await page.keyboard.press("Enter");
      await page.waitForTimeout(100);
    }
    await expect(list).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await markers.first().press("Enter");
    const link = list.getByRole("link").first();
    const title = (await link.textContent()) ?? "";
    await link.click();
    await expect(page.locator("h1")).toContainText(title);
    await page.goBack();
    await expect(map).toBeVisible();
    await main.getByRole("button", { name: t(lang, "sections.view.list"), exact: true }).click();
    await expect(main.getByRole("article")).toHaveCount(24);
  });
}

test("third-party tiles load after a click, with their credit", async ({ page }) => {
  await setConsent(page);
  const tile = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const requests: string[] = [];
  await page.route("**/streets/**", async (route) => {
    requests.push(new URL(route.request().url()).pathname);
    await route.fulfill({ body: tile, contentType: "image/png" });
  });
  const tiles = {
    url: "/streets/{z}/{x}/{y}.png",
    host: "streets.example.test",
    credit: { href: "https://streets.example.test/", text: "Street makers" },
  };
  await page.route("**/properties/?s_type=15", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({
      response,
      body: body.replace('"map":"/_map', `"tiles":${JSON.stringify(tiles)},"map":"/_map`),
    });
  });
  await visit(page, "/properties/?s_type=15");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: t("en", "sections.view.map") }).click();
  await expect(main).toContainText("streets.example.test");
  expect(requests).toEqual([]);
  await main.getByRole("button", { name: t("en", "sections.map.streets") }).click();
  await expect.poll(() => requests.length).toBeGreaterThan(3);
  expect(requests[0]).toMatch(/^\/streets\/\d+\/\d+\/\d+\.png$/);
  await expect(main.getByRole("link", { name: "Street makers" })).toBeVisible();
  await main.getByRole("button", { name: t("en", "sections.map.noStreets") }).click();
  await expect(main.locator('img[src^="/streets/"]')).toHaveCount(0);
});

test.describe("when the places of the map fail to load", () => {
  test.use({ allowedErrors: [/503|fetch map: status/] });
  test("the map shows those of the page, with a note", async ({ page }) => {
    await setConsent(page);
    await page.route("**/_map/**", (route) => route.fulfill({ status: 503, body: "" }));
    await visit(page, "/properties/");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: t("en", "sections.view.map") }).click();
    await expect(main).toContainText(t("en", "sections.map.pageOnly"));
    await expect(main.getByRole("region", { name: t("en", "sections.map.label") })).toBeVisible();
  });
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
