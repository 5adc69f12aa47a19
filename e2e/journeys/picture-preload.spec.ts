import { examplePage } from "../example-pages.ts";
import { expect, test, visit } from "../fixtures.ts";

/** Screens that start with a picture: full-width, below the title, or in a list. */
const screens = ["home", "results", "property", "developments", "development", "blog", "post"];

for (const name of screens)
  test(`the first picture of ${name} is preloaded once, in the displayed rendition`, async ({
    page,
  }) => {
    await visit(page, examplePage(name).en);
    const first = page.locator("img[fetchpriority=high]").first();
    await expect
      .poll(() => first.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
      .toBe(true);
    const fetched = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes("/media/"))
        .map(({ name, initiatorType }) => ({ name, preloaded: initiatorType === "link" })),
    );
    const displayed = await first.evaluate((img: HTMLImageElement) => img.currentSrc);
    expect(fetched.filter(({ preloaded }) => preloaded).map(({ name }) => name)).toEqual([
      displayed,
    ]);
    expect(fetched.filter(({ name }) => name === displayed)).toHaveLength(1);
  });
