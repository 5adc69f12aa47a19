import { place } from "../places.ts";
import { expect, test, visit } from "../watched.ts";

/** Screens that open with a picture of their own, in every shape: across the page, below the title, in a list. */
const opening = ["home", "results", "property", "developments", "development", "blog", "post"];

for (const name of opening)
  test(`the picture that comes first on ${name} is fetched ahead, once, as it is shown`, async ({
    page,
  }) => {
    await visit(page, place(name).en);
    const first = page.locator("img[fetchpriority=high]").first();
    await expect
      .poll(() => first.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
      .toBe(true);
    const fetched = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes("/media/"))
        .map(({ name, initiatorType }) => ({ name, ahead: initiatorType === "link" })),
    );
    const shown = await first.evaluate((img: HTMLImageElement) => img.currentSrc);
    expect(fetched.filter(({ ahead }) => ahead).map(({ name }) => name)).toEqual([shown]);
    expect(fetched.filter(({ name }) => name === shown)).toHaveLength(1);
  });
