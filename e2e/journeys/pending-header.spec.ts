import type { Page } from "@playwright/test";
import { delayViews } from "../delay-views.ts";
import { expect, setConsent, test, visit } from "../fixtures.ts";

// Specification §2.6.7 and §4.4: while the next View loads, skeletons replace the header's text over
// a blurred background; then the text fades in with a delay of 0.5 s and a duration of 1.5 s.

test.use({ contextOptions: { reducedMotion: "no-preference" } });

type Fade = { delay: number; duration: number; from: unknown };

/** The header's text: the title and the lines with it. */
const headerText = (page: Page) => page.locator("div:has(> h1)");

/** The skeletons are before the text. */
const skeletons = (page: Page) => page.locator("div:has(+ div > h1) > [aria-hidden=true]:empty");

/** The picture behind the text, the first element of headers that have one. */
const background = (page: Page) => page.locator("div:has(> div > div > h1) > :first-child");

/** Records the opacity transitions of the header's text. */
const recordFades = (page: Page) =>
  page.evaluate(() => {
    const fades = new Map<Element, Fade>();
    Object.assign(window, { fades });
    document.addEventListener("transitionrun", ({ target, propertyName }) => {
      if (!(target instanceof Element) || propertyName !== "opacity") return;
      const running = target
        .getAnimations()
        .find((one) => one instanceof CSSTransition && one.transitionProperty === "opacity");
      if (!(running?.effect instanceof KeyframeEffect)) return;
      const { delay = 0, duration = 0 } = running.effect.getTiming();
      const from = running.effect.getKeyframes()[0]?.opacity;
      fades.set(target, { delay, duration: Number(duration), from });
    });
  });

/** The last transition of the current header's text. */
const lastFade = (page: Page) =>
  headerText(page).evaluate((element) =>
    (window as unknown as { fades: Map<Element, Fade> }).fades.get(element),
  );

for (const { name, from, hasPicture, click, to } of [
  {
    name: "from a city to a property, with another kind of header",
    from: "/cities/marbella/",
    hasPicture: false,
    click: (page: Page) =>
      page.getByRole("main").getByRole("article").first().getByRole("link").first().click(),
    to: /\/properties\/[a-z\d-]+\/$/,
  },
  {
    name: "from a property to another one",
    from: "/properties/camojan-villa-with-observatory/",
    hasPicture: true,
    click: (page: Page) =>
      page.getByRole("main").getByRole("article").first().getByRole("link").first().click(),
    to: /\/properties\/(?!camojan-villa)[a-z\d-]+\/$/,
  },
  {
    name: "from a property to a page",
    from: "/properties/camojan-villa-with-observatory/",
    hasPicture: true,
    click: (page: Page) =>
      page.getByRole("contentinfo").locator('a[href="/about/"]').first().click(),
    to: /\/about\/$/,
  },
]) {
  test(`skeletons replace the header's text, then the text fades in: ${name}`, async ({ page }) => {
    await setConsent(page);
    const release = await delayViews(page, to);
    await visit(page, from);
    await expect(headerText(page)).toHaveCSS("opacity", "1");
    await expect(skeletons(page)).toHaveCount(0);
    await recordFades(page);

    await click(page);
    await expect(skeletons(page)).toHaveCount(2);
    for (const skeleton of await skeletons(page).all()) {
      await expect(skeleton).toBeVisible();
      await expect(skeleton).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
      await expect(skeleton).not.toHaveCSS("animation-name", "none");
    }
    await expect(headerText(page)).toHaveCSS("opacity", "0");
    if (hasPicture) await expect(background(page)).toHaveCSS("filter", "blur(10px)");
    await expect(page).not.toHaveURL(to);

    release();
    await expect(page).toHaveURL(to);
    await expect(skeletons(page)).toHaveCount(0);
    await expect.poll(() => lastFade(page)).toEqual({ delay: 500, duration: 1500, from: "0" });
    await expect(headerText(page)).toHaveCSS("opacity", "1");
  });
}
