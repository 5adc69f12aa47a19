import { examplePage } from "../example-pages.ts";
import { expect, isPhone, test, visit } from "../fixtures.ts";
import { LANGS, t } from "../translations.ts";

for (const lang of LANGS)
  test(`the blog has a search, and an empty result links to all articles (${lang})`, async ({
    page,
  }) => {
    await visit(page, examplePage("blog")[lang]);
    const search = page.getByRole("main").getByRole("search", {
      name: t(lang, "sections.articles.search"),
    });
    const field = search.getByRole("searchbox");
    await field.fill(lang === "en" ? "garden" : "jardín");
    await field.press("Enter");
    await expect(page).toHaveURL(lang === "en" ? /\/blog\/\?s=garden$/ : /\/es\/blog\/\?s=jard/);
    await expect(field).toHaveValue(lang === "en" ? "garden" : "jardín");
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await field.fill("zeppelin");
    await search.getByRole("button").click();
    await expect(page.getByRole("heading", { name: t(lang, "results.noPosts") })).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: t(lang, "sections.articles.all") })
      .click();
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(10);
  });

test("rows of articles are complete", { tag: "@any-width" }, async ({ page }) => {
  test.skip(isPhone(page), "phones have one column");
  for (const [width, height] of [
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of ["blog", "category", "author", "post search", "posts of a year"]) {
      await visit(page, examplePage(name).en);
      const cards = page
        .getByRole("main")
        .getByRole("listitem")
        .filter({ has: page.locator("article") });
      const boxes = await cards.evaluateAll((items) =>
        items.map((item) => {
          const { left, right, top } = item.getBoundingClientRect();
          return { left, right, top };
        }),
      );
      const edge = Math.max(...boxes.map(({ right }) => right));
      for (const top of new Set(boxes.map((box) => box.top))) {
        const row = boxes.filter((box) => box.top === top);
        expect(
          Math.abs(Math.max(...row.map(({ right }) => right)) - edge),
          `${name} at ${width}: a row of ${row.length}`,
        ).toBeLessThan(2);
      }
    }
  }
});

test("the page of an author without a portrait has the initials", async ({ page }) => {
  await visit(page, examplePage("author").en);
  await expect(page.getByRole("main").getByText("EV", { exact: true })).toBeVisible();
});
