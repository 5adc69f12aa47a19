import {
  expect,
  expectAccessible,
  setConsent,
  test,
  visit,
  waitForHydration,
} from "../fixtures.ts";
import { LANGS, t } from "../translations.ts";

const article = "article";

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";
  const text = (key: string, values = {}) => t(lang, `sections.favorites.${key}`, values);

  test(`an empty list has a message (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, `${root}/favorites/`);
    await expect(page.getByRole("heading", { name: text("empty") })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(text("emptyText"));
  });

  test(`a shared list is added on a click only (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, `${root}/favorites/?ids=1041,1001,999999`);
    const main = page.getByRole("main");
    await expect(main.getByRole(article)).toHaveCount(3);
    await expect(main.getByRole(article).nth(2)).toContainText(t(lang, "property.withdrawn"));
    expect(await page.evaluate(() => localStorage.getItem("favorites"))).toBeNull();
    await main.getByRole("button", { name: text("leave") }).click();
    await expect(main.getByRole("button", { name: text("keep") })).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem("favorites"))).toBeNull();
    await page.reload();
    await waitForHydration(page);
    await main.getByRole("button", { name: text("keep") }).click();
    expect(await page.evaluate(() => localStorage.getItem("favorites"))).toBe("[1041,1001]");
    await visit(page, `${root}/favorites/`);
    await expect(main.getByRole(article)).toHaveCount(2);
  });

  test(`up to four properties can be compared (${lang})`, async ({ page }) => {
    await setConsent(page);
    await page.addInitScript(() => localStorage.setItem("favorites", "[1041,1001,1002,1003,1004]"));
    await visit(page, `${root}/favorites/`);
    const main = page.getByRole("main");
    const boxes = main.getByRole("checkbox");
    await expect(boxes).toHaveCount(5);
    for (let index = 0; index < 4; index++) await boxes.nth(index).check();
    await expect(boxes.nth(4)).toBeDisabled();
    const table = main.getByRole("table");
    await expect(table.getByRole("columnheader")).toHaveCount(5);
    const price = table.getByRole("row", { name: new RegExp(`^${text("price")}`) }).first();
    await expect(price).toContainText("€");
    await expectAccessible(page);
    await table.getByRole("columnheader").nth(1).getByRole("button").click();
    await expect(table.getByRole("columnheader")).toHaveCount(4);
    await main.getByRole("button", { name: text("compareClear") }).click();
    await expect(table).toHaveCount(0);
  });
}

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";
  const text = (key: string) => t(lang, `sections.favorites.${key}`);

  test(`a bar tells what is chosen and leads to the table (${lang})`, async ({ page }) => {
    await setConsent(page);
    await page.addInitScript(() => localStorage.setItem("favorites", "[1041,1001,1002,1003]"));
    await visit(page, `${root}/favorites/`);
    const boxes = page.getByRole("main").getByRole("checkbox");
    const bar = page.locator("[data-compare-bar]");
    await expect(boxes).toHaveCount(4);
    await expect(bar).toHaveCount(0);
    await boxes.nth(0).check();
    await expect(bar).toContainText(text("chooseMore"));
    await boxes.nth(2).check();
    await boxes.nth(3).check();
    await expect(bar).toContainText(t(lang, "sections.favorites.chosen_other", { count: 3 }));
    await expect(bar).toBeInViewport();
    await expectAccessible(page);
    await bar.getByRole("button", { name: text("comparing") }).click();
    await expect(page.getByRole("heading", { name: text("compareTitle") })).toBeInViewport();
    await bar.getByRole("button", { name: text("compareClear") }).click();
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveCount(0);
  });

  test(`homes that are saved on results are compared by the bar (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, `${root}/properties/`);
    const hearts = page.getByRole("article").locator("button[aria-pressed]");
    const bar = page.locator("[data-compare-bar]");
    await hearts.nth(0).click();
    await expect(bar).toHaveCount(0);
    for (const index of [1, 2]) await hearts.nth(index).click();
    await expect(bar).toContainText(t(lang, "sections.favorites.chosen_other", { count: 3 }));
    await bar.getByRole("button", { name: text("comparing") }).click();
    await expect(page).toHaveURL(`${root}/favorites/`);
    await expect(page.getByRole("table").getByRole("columnheader")).toHaveCount(4);
  });

  test(`a browser that keeps nothing is told, with the link of the list (${lang})`, async ({
    page,
  }) => {
    await setConsent(page);
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await visit(page, `${root}/properties/`);
    await page.getByRole("article").locator("button[aria-pressed]").first().click();
    await page.locator(`a[href="${root}/favorites/"]:visible`).first().click();
    const note = page.getByRole("main").getByRole("alert");
    await expect(note).toContainText(text("unkept"));
    await expect(note.getByRole("button", { name: text("share") })).toBeVisible();
  });

  test(`the comparison has pictures, costs, energy and features (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, `${root}/favorites/?compare=1041,1001,1036&ids=1041,1001,1036,1008`);
    const table = page.getByRole("main").getByRole("table");
    await expect(table.getByRole("columnheader")).toHaveCount(4);
    await expect(table.locator("img")).toHaveCount(3);
    const row = (key: string) =>
      table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: text(key) }) });
    await expect(row("perM2").first()).toContainText("€/m²");
    await expect(row("energy").first()).toContainText("kWh/m²");
    await expect(row("features").getByRole("listitem").first()).toBeVisible();
    await expect(table.locator("mark")).toHaveCount(0);
    // Three columns are in the window, each wide enough for a price.
    for (const cell of await row("perM2").getByRole("cell").all()) {
      const box = await cell.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
        page.viewportSize()?.width ?? 0,
      );
      expect(box?.width).toBeGreaterThan(95);
    }
    await expectAccessible(page);
  });

  test(`the shared link carries the comparison (${lang})`, async ({ page, context, baseURL }) => {
    await setConsent(page);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], {
      origin: baseURL ?? "",
    });
    await page.addInitScript(() => {
      localStorage.setItem("favorites", "[1041,1001,1036]");
      Object.defineProperty(navigator, "share", { value: undefined });
    });
    await visit(page, `${root}/favorites/`);
    const main = page.getByRole("main");
    await main.getByRole("checkbox").nth(2).check();
    await main.getByRole("checkbox").nth(0).check();
    await main.getByRole("button", { name: text("share") }).click();
    await expect(page.getByText(t(lang, "property.copied"))).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${baseURL}${root}/favorites/?compare=1036,1041&ids=1041,1001,1036`);
    await visit(page, link);
    expect(page.url()).toBe(link);
    await expect(main.getByRole("table").getByRole("columnheader")).toHaveCount(3);
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("a shared comparison is in the page", { tag: "@any-width" }, async ({ page }) => {
    await page.goto("/favorites/?compare=1041,1001&ids=1041,1001");
    await expect(page.getByRole("table").getByRole("columnheader")).toHaveCount(3);
  });
});

test("print has the properties without the controls", async ({ page }) => {
  await setConsent(page);
  await page.addInitScript(() => {
    localStorage.setItem("favorites", "[1041,1001]");
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) });
  });
  await visit(page, "/favorites/");
  const print = page
    .getByRole("main")
    .getByRole("button", { name: t("en", "sections.favorites.print") });
  await print.click();
  expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(print).toBeHidden();
  await expect(page.getByRole("main").getByRole(article).first()).toBeVisible();
  await expect(page.getByRole("checkbox").first()).toBeHidden();
});

test("without storage favorites last as long as the page", { tag: "@any-width" }, async ({
  page,
}) => {
  await setConsent(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await visit(page, "/properties/");
  const hearts = page.getByRole("main").getByRole(article).getByRole("button");
  await hearts.nth(0).click();
  await hearts.nth(1).click();
  await expect(page.getByRole("banner").getByRole("link", { name: /: 2 / })).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: /: 2 / }).click();
  await expect(page.getByRole("main").getByRole(article)).toHaveCount(2);
});

test("a development can be saved", { tag: "@any-width" }, async ({ page }) => {
  await setConsent(page);
  await visit(page, "/developments/");
  const card = page.getByRole("main").getByRole(article).first();
  const title = (await card.getByRole("heading").textContent()) ?? "";
  await card.getByRole("button").click();
  await visit(page, "/favorites/");
  await expect(page.getByRole("main").getByRole(article)).toContainText(title);
});

test("a list is shared as a link", { tag: "@any-width" }, async ({ page, context, baseURL }) => {
  await setConsent(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL ?? "" });
  await page.addInitScript(() => {
    localStorage.setItem("favorites", "[1041,1001]");
    Object.defineProperty(navigator, "share", { value: undefined });
  });
  await visit(page, "/favorites/");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: t("en", "sections.favorites.share") }).click();
  await expect(page.getByText(t("en", "property.copied"))).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${baseURL}/favorites/?ids=1041,1001`);
  const shared = await (await page.request.get(link)).text();
  expect(shared).toContain(t("en", "sections.favorites.shared"));
});

test("a sold property stays in the list with a badge", { tag: "@any-width" }, async ({ page }) => {
  await setConsent(page);
  await page.addInitScript(() => localStorage.setItem("favorites", "[1017,1001]"));
  await visit(page, "/favorites/");
  const cards = page.getByRole("main").getByRole(article);
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText(t("en", "badges.sold"));
  await cards.first().getByRole("link").first().click();
  await expect(page.getByRole("main")).toContainText(t("en", "badges.sold"));
});
