import { holdViews } from "../hold.ts";
import { decided, expect, expectAccessible, test, visit } from "../watched.ts";
import { LANGS, word } from "../words.ts";

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";

  test(`a search without a home leads to what comes near (${lang})`, async ({ page }) => {
    await decided(page);
    await visit(page, `${root}/properties/?price_to=100000&s_beds=8&s_type=15`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: word(lang, "results.none") })).toBeVisible();
    const way = main.getByRole("link", { name: /: [\d.]+ / }).first();
    const promised = /: ([\d.]+)/.exec((await way.textContent()) ?? "")?.[1];
    await way.click();
    await expect(main.getByRole("article").first()).toBeVisible();
    await expect(main.getByRole("status").first()).toContainText(promised ?? "?");
  });

  test(`the map shows every home that was found and leads to one (${lang})`, async ({ page }) => {
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
    const summary = (await main.getByRole("status").first().textContent()) ?? "";
    const total = Number(/[\d.]+/.exec(summary)?.[0]?.replace(".", ""));
    expect(total).toBeGreaterThan(24);
    const markers = map.getByRole("listitem").getByRole("button");
    const onMap = () =>
      markers.evaluateAll((list) =>
        list.reduce((sum, marker) => sum + (Number(marker.firstChild?.textContent) || 1), 0),
      );
    await expect.poll(onMap).toBe(total);
    await expect(main.getByRole("article")).toHaveCount(24); // the list stands beside
    await expectAccessible(page);

    // The keyboard moves the map and changes its scale.
    const drawing = map.locator("path").first();
    for (const key of ["ArrowRight", "+", "-"]) {
      const before = await drawing.getAttribute("d");
      await map.focus();
      await page.keyboard.press(key);
      await expect(drawing).not.toHaveAttribute("d", before ?? "");
    }
    await main.getByRole("button", { name: word(lang, "sections.map.whole") }).click();

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
    await main.getByRole("button", { name: word(lang, "sections.view.list"), exact: true }).click();
    await expect(main.getByRole("article")).toHaveCount(24);
  });
}

test("streets of somebody else are shown after a click, and named", async ({ page }) => {
  await decided(page);
  const tile = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const asked: string[] = [];
  await page.route("**/streets/**", async (route) => {
    asked.push(new URL(route.request().url()).pathname);
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
  await main.getByRole("button", { name: word("en", "sections.view.map") }).click();
  await expect(main).toContainText("streets.example.test");
  expect(asked).toEqual([]);
  await main.getByRole("button", { name: word("en", "sections.map.streets") }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(3);
  expect(asked[0]).toMatch(/^\/streets\/\d+\/\d+\/\d+\.png$/);
  await expect(main.getByRole("link", { name: "Street makers" })).toBeVisible();
  await main.getByRole("button", { name: word("en", "sections.map.noStreets") }).click();
  await expect(main.locator('img[src^="/streets/"]')).toHaveCount(0);
});

test.describe("while the map's homes cannot be fetched", () => {
  test.use({ excused: [/503|no map in the answer/] });
  test("it shows those of the page, and says so", async ({ page }) => {
    await decided(page);
    await page.route("**/_map/**", (route) => route.fulfill({ status: 503, body: "" }));
    await visit(page, "/properties/");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: word("en", "sections.view.map") }).click();
    await expect(main).toContainText(word("en", "sections.map.pageOnly"));
    await expect(
      main.getByRole("region", { name: word("en", "sections.map.label") }),
    ).toBeVisible();
  });
});

test("while other homes are on their way, skeletons keep the cards' places", async ({ page }) => {
  await decided(page);
  await visit(page, "/properties/");
  const release = await holdViews(page, /\/properties\/page\/2\/$/);
  const list = page
    .getByRole("main")
    .getByRole("list")
    .filter({ has: page.getByRole("article") });
  await page.getByRole("link", { name: word("en", "ui.pager.next") }).click();
  await expect(list).toHaveAttribute("aria-busy", "true");
  release();
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
