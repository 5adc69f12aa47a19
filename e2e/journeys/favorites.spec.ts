import { decided, expect, expectAccessible, hydrated, test, visit } from "../watched.ts";
import { LANGS, word } from "../words.ts";

const article = "article";

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";
  const say = (key: string, values = {}) => word(lang, `sections.favorites.${key}`, values);

  test(`without a saved home the screen says so (${lang})`, async ({ page }) => {
    await decided(page);
    await visit(page, `${root}/favorites/`);
    await expect(page.getByRole("heading", { name: say("empty") })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(say("emptyText"));
  });

  test(`a shared list asks before it joins one's own (${lang})`, async ({ page }) => {
    await decided(page);
    await visit(page, `${root}/favorites/?ids=1041,1001,999999`);
    const main = page.getByRole("main");
    await expect(main.getByRole(article)).toHaveCount(3);
    await expect(main.getByRole(article).nth(2)).toContainText(word(lang, "property.withdrawn"));
    expect(await page.evaluate(() => localStorage.getItem("favorites"))).toBeNull();
    await main.getByRole("button", { name: say("leave") }).click();
    await expect(main.getByRole("button", { name: say("keep") })).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem("favorites"))).toBeNull();
    await page.reload();
    await hydrated(page);
    await main.getByRole("button", { name: say("keep") }).click();
    expect(await page.evaluate(() => localStorage.getItem("favorites"))).toBe("[1041,1001]");
    await visit(page, `${root}/favorites/`);
    await expect(main.getByRole(article)).toHaveCount(2);
  });

  test(`up to four saved homes stand side by side (${lang})`, async ({ page }) => {
    await decided(page);
    await page.addInitScript(() => localStorage.setItem("favorites", "[1041,1001,1002,1003,1004]"));
    await visit(page, `${root}/favorites/`);
    const main = page.getByRole("main");
    const boxes = main.getByRole("checkbox");
    await expect(boxes).toHaveCount(5);
    for (let index = 0; index < 4; index++) await boxes.nth(index).check();
    await expect(boxes.nth(4)).toBeDisabled();
    const table = main.getByRole("table");
    await expect(table.getByRole("columnheader")).toHaveCount(5);
    await expect(table.getByRole("row", { name: new RegExp(`^${say("price")}`) })).toContainText(
      "€",
    );
    await expectAccessible(page);
    await table.getByRole("columnheader").nth(1).getByRole("button").click();
    await expect(table.getByRole("columnheader")).toHaveCount(4);
    await main.getByRole("button", { name: say("compareClear") }).click();
    await expect(table).toHaveCount(0);
  });
}

test("printing leaves the homes and takes the controls away", async ({ page }) => {
  await decided(page);
  await page.addInitScript(() => {
    localStorage.setItem("favorites", "[1041,1001]");
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) });
  });
  await visit(page, "/favorites/");
  const print = page
    .getByRole("main")
    .getByRole("button", { name: word("en", "sections.favorites.print") });
  await print.click();
  expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(print).toBeHidden();
  await expect(page.getByRole("main").getByRole(article).first()).toBeVisible();
  await expect(page.getByRole("checkbox").first()).toBeHidden();
});

test("where storage is forbidden or full, homes are saved for as long as the page lives", async ({
  page,
}) => {
  await decided(page);
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

test("a development can be saved as well", async ({ page }) => {
  await decided(page);
  await visit(page, "/developments/");
  const card = page.getByRole("main").getByRole(article).first();
  const title = (await card.getByRole("heading").textContent()) ?? "";
  await card.getByRole("button").click();
  await visit(page, "/favorites/");
  await expect(page.getByRole("main").getByRole(article)).toContainText(title);
});

test("a list is shared as a link that shows it to anybody", async ({ page, context, baseURL }) => {
  await decided(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL ?? "" });
  await page.addInitScript(() => {
    localStorage.setItem("favorites", "[1041,1001]");
    Object.defineProperty(navigator, "share", { value: undefined });
  });
  await visit(page, "/favorites/");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: word("en", "sections.favorites.share") }).click();
  await expect(page.getByText(word("en", "property.copied"))).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${baseURL}/favorites/?ids=1041,1001`);
  const friend = await (await page.request.get(link)).text();
  expect(friend).toContain(word("en", "sections.favorites.shared"));
});

test("a sold home stays in the list, and says so", async ({ page }) => {
  await decided(page);
  await page.addInitScript(() => localStorage.setItem("favorites", "[1017,1001]"));
  await visit(page, "/favorites/");
  const cards = page.getByRole("main").getByRole(article);
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText(word("en", "badges.sold"));
  await cards.first().getByRole("link").first().click();
  await expect(page.getByRole("main")).toContainText(word("en", "badges.sold"));
});
