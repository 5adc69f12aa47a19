import type { Locator, Page } from "@playwright/test";
import { examplePage } from "../example-pages.ts";
import {
  addStyles,
  expect,
  expectAccessible,
  isBelowMenu,
  setConsent,
  test,
  visit,
} from "../fixtures.ts";
import { LANGS, t } from "../translations.ts";

/** Two properties: one with plans, one with the longest title, and a development. */
const pages = [
  { name: "with plans", path: "properties/villa-almenara-sierra-blanca/" },
  { name: "with a long title", path: "properties/camojan-villa-with-observatory/" },
];

const header = (page: Page) => page.locator("main h1").locator("xpath=ancestor::div[picture]");

const bottomOf = async (locator: Locator): Promise<number> => {
  const box = await locator.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
};

for (const lang of LANGS) {
  const link = (path: string) => (lang === "en" ? `/${path}` : `/es/${path}`);
  const property = link("properties/villa-almenara-sierra-blanca/");

  for (const { name, path } of pages)
    test(`the first screen has price, rooms and sizes: ${name} (${lang})`, async ({ page }) => {
      await setConsent(page);
      await visit(page, link(path));
      const height = page.viewportSize()?.height ?? 0;
      const bar = page.locator("[data-contact-bar]");
      const limit = (await bar.isVisible()) ? ((await bar.boundingBox())?.y ?? 0) : height;
      for (const shown of [
        page.locator("h1"),
        page.getByRole("link", { name: new RegExp(t(lang, "property.viewGallery")) }),
        header(page)
          .getByText(/\d{3} €$/)
          .first(),
        header(page).getByText(t(lang, "facts.bedrooms")),
        header(page).getByText(t(lang, "facts.bathrooms")),
        header(page).getByText(t(lang, "facts.builtSize")),
        header(page).getByText(t(lang, "facts.plotSize")),
      ])
        expect(await bottomOf(shown), String(shown)).toBeLessThanOrEqual(limit);
      await expectAccessible(page);
    });

  test(`the picture is as bright as its file beside the words (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, property);
    await page.waitForLoadState("networkidle");
    const words = await page.locator("h1").boundingBox();
    const photo = await header(page).locator("picture").first().boundingBox();
    // Below the bar of the page, above the words with the start of their gradient.
    const top = isBelowMenu(page) ? 120 : 170;
    const bottom = Math.min(
      (words?.y ?? 0) - 120,
      (photo?.y ?? 0) + (photo?.height ?? 0) - (isBelowMenu(page) ? 80 : 0),
    );
    const width = page.viewportSize()?.width ?? 0;
    expect(bottom - top).toBeGreaterThan(80);
    const clip = { x: 0, y: top, width, height: bottom - top };
    const shown = await page.screenshot({ clip });
    await addStyles(page, "*::before, *::after { background: none !important }");
    expect((await page.screenshot({ clip })).equals(shown)).toBe(true);
  });

  test(`the picture opens the gallery (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, property);
    const photo = await header(page).locator("picture").first().boundingBox();
    await page.mouse.click((photo?.width ?? 0) * 0.8, (photo?.y ?? 0) + 180);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page).toHaveURL(/#picture-1$/);
  });

  test(`a plan opens with its legend (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, property);
    const [first] = t(lang, "gallery.openPlan", { index: 1, alt: "" }).split(":");
    await page.getByRole("link", { name: new RegExp(`^${first}`) }).click();
    const box = page.getByRole("dialog");
    const legend = box.getByText(/1 (kitchen|cocina), 2 /).last();
    await expect(legend).toBeInViewport({ ratio: 1 });
    const size = await legend.evaluate((element) => getComputedStyle(element).fontSize);
    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(16);
    await expect(page).toHaveURL(/#plan-1$/);
    await expectAccessible(page);
  });

  test(`title, price and the enquiry stay at hand while reading (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, property);
    const bar = page.locator("[data-sticky-bar]");
    await expect(bar).toBeHidden();
    await page.evaluate(() => window.scrollTo({ top: 2200, behavior: "instant" }));
    await expect(bar).toBeVisible();
    await expect(bar).toContainText("Almenara");
    await expect(bar).toContainText("8.950.000 €");
    await expectAccessible(page);
    const write = isBelowMenu(page)
      ? page.locator("[data-contact-bar] a").last()
      : bar.locator("a");
    await write.click();
    const title = page.locator("#enquiry h2");
    await expect(title).toBeInViewport();
    expect((await title.boundingBox())?.y).toBeGreaterThanOrEqual(await bottomOf(bar));
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await expect(bar).toBeHidden();
  });

  test(`the film plays (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, property);
    const link = page.locator("ul[data-screen-only] a[href='#video']");
    await link.click();
    const poster = page.locator("#video a");
    await expect(poster).toBeInViewport();
    await poster.click();
    await expect
      .poll(() =>
        page.locator("#video video").evaluate((film: HTMLVideoElement) => film.currentTime),
      )
      .toBeGreaterThan(0);
  });

  test(`the agent has initials, and the brochure is the printed page (${lang})`, async ({
    page,
  }) => {
    await setConsent(page);
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await visit(page, property);
    await expect(page.locator("aside").getByText("EV", { exact: true })).toBeVisible();
    expect(await page.locator("a[href^='https://brochures.']").count()).toBe(0);
    const tools = page.locator("ul[data-screen-only]").first();
    await tools.getByRole("button", { name: t(lang, "property.print") }).click();
    await expect(page.locator("html[data-printed]")).toBeAttached();
  });

  test(`on a phone the agent comes before the form (${lang})`, async ({ page }) => {
    test.skip(!isBelowMenu(page), "in wide windows the agent is beside the text");
    await setConsent(page);
    await visit(page, property);
    const agent = await page.locator("aside a[href^='tel:']").first().boundingBox();
    const form = await page.locator("#enquiry").boundingBox();
    expect(agent?.y).toBeLessThan(form?.y ?? 0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  });

  test(`the place is words and a link, not a drawing (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, property);
    const map = page.getByRole("link", { name: t(lang, "property.openMap") });
    await expect(map).toHaveAttribute("href", /^https:\/\/www\.openstreetmap\.org\//);
    const block = page.getByRole("heading", { name: t(lang, "property.location") }).locator("..");
    expect(await block.locator("svg:not([viewBox='0 0 24 24'])").count()).toBe(0);
  });
}

test("the development has price and sizes in its first screen", async ({ page }) => {
  await setConsent(page);
  await visit(page, examplePage("development").en);
  const limit = (page.viewportSize()?.height ?? 0) - (isBelowMenu(page) ? 56 : 0);
  for (const key of ["facts.bedrooms", "facts.builtSize", "facts.units"])
    expect(await bottomOf(header(page).getByText(t("en", key)))).toBeLessThanOrEqual(limit);
});
