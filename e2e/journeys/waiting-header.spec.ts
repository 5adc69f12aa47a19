import type { Page } from "@playwright/test";
import { holdViews } from "../hold.ts";
import { decided, expect, test, visit } from "../watched.ts";

// Specification §2.6.7 and §4.4: while a page's data loads skeletons stand in the words' place over
// a blurred background; then the words fade in, after half a second and for one and a half.

test.use({ contextOptions: { reducedMotion: "no-preference" } });

type Fade = { delay: number; duration: number; from: unknown };

/** The header's words: the title and what stands with it. */
const words = (page: Page) => page.locator("div:has(> h1)");

/** The skeletons stand right before the words. */
const skeletons = (page: Page) => page.locator("div:has(+ div > h1) > [aria-hidden=true]:empty");

/** The picture behind the words, first in the header of those that have one. */
const background = (page: Page) => page.locator("div:has(> div > div > h1) > :first-child");

/** Writes down how a header's words fade, as the browser itself begins it. */
const watchFades = (page: Page) =>
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

/** How the words that stand there now have faded last. */
const lastFade = (page: Page) =>
  words(page).evaluate((element) =>
    (window as unknown as { fades: Map<Element, Fade> }).fades.get(element),
  );

for (const { name, from, pictured, click, to } of [
  {
    name: "from a city to a home, whose header is of another kind",
    from: "/cities/marbella/",
    pictured: false,
    click: (page: Page) =>
      page.getByRole("main").getByRole("article").first().getByRole("link").first().click(),
    to: /\/properties\/[a-z\d-]+\/$/,
  },
  {
    name: "from a home to another one",
    from: "/properties/camojan-villa-with-observatory/",
    pictured: true,
    click: (page: Page) =>
      page.getByRole("main").getByRole("article").first().getByRole("link").first().click(),
    to: /\/properties\/(?!camojan-villa)[a-z\d-]+\/$/,
  },
  {
    name: "from a home to a page",
    from: "/properties/camojan-villa-with-observatory/",
    pictured: true,
    click: (page: Page) =>
      page.getByRole("contentinfo").locator('a[href="/about/"]').first().click(),
    to: /\/about\/$/,
  },
]) {
  test(`skeletons wait in the header's place, then its words fade in: ${name}`, async ({
    page,
  }) => {
    await decided(page);
    const release = await holdViews(page, to);
    await visit(page, from);
    await expect(words(page)).toHaveCSS("opacity", "1");
    await expect(skeletons(page)).toHaveCount(0);
    await watchFades(page);

    await click(page);
    await expect(skeletons(page)).toHaveCount(2);
    for (const skeleton of await skeletons(page).all()) {
      await expect(skeleton).toBeVisible();
      await expect(skeleton).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
      await expect(skeleton).not.toHaveCSS("animation-name", "none");
    }
    await expect(words(page)).toHaveCSS("opacity", "0");
    if (pictured) await expect(background(page)).toHaveCSS("filter", "blur(10px)");
    await expect(page).not.toHaveURL(to);

    release();
    await expect(page).toHaveURL(to);
    await expect(skeletons(page)).toHaveCount(0);
    await expect.poll(() => lastFade(page)).toEqual({ delay: 500, duration: 1500, from: "0" });
    await expect(words(page)).toHaveCSS("opacity", "1");
  });
}
