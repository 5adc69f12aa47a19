import type { Page } from "@playwright/test";
import { place, places } from "../places.ts";
import { decided, expect, isPhone, test, visit } from "../watched.ts";
import { word } from "../words.ts";

test.use({ excused: [/status of 404/] });

/** What reaches out of the window sideways, unless it scrolls inside something of its own. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? `${scrollWidth} > ${clientWidth}` : "";
  });

// 1280 pixels at 200 per cent are 640; a phone's 320 are what 1280 become at 400.
test.describe("enlarged to 200 per cent", () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  for (const screen of places)
    test(`${screen.name} needs no scrolling sideways, and its menu opens`, async ({ page }) => {
      test.skip(isPhone(page) === false, "one project is enough");
      await decided(page);
      await visit(page, screen.es);
      expect(await tooWide(page)).toBe("");
      const toggle = page.getByRole("button", { name: word("es", "menu.open") });
      await toggle.click();
      const menu = page.getByRole("dialog", { name: word("es", "menu.label") });
      await expect(menu).toBeVisible();
      const last = menu.getByRole("link").last();
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport();
    });
});

test.describe("text alone enlarged to 200 per cent", () => {
  for (const name of ["home", "results", "property", "contact"])
    test(`${name} loses nothing`, async ({ page }) => {
      test.skip(isPhone(page), "asked of a window of 1280 pixels");
      await decided(page);
      await visit(page, place(name).en);
      await page.addStyleTag({ content: "html { font-size: 200% !important }" }).catch(() => {});
      expect(await tooWide(page)).toBe("");
      const cut = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            "main h1, main h2, main h3, main button, main label",
          ),
        ]
          .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
          .filter((element) => {
            const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(element);
            const hides = overflowX === "hidden" || overflowY === "hidden";
            return (
              hides &&
              textOverflow !== "ellipsis" &&
              clipPath === "none" &&
              (element.scrollWidth > element.clientWidth + 1 ||
                element.scrollHeight > element.clientHeight + 2)
            );
          })
          .map((element) => element.textContent?.trim()),
      );
      expect(cut).toEqual([]);
    });
});

test.describe("spaced as readers may space it (1.4.12)", () => {
  for (const name of ["home", "results", "property", "development", "favorites"])
    test(`${name} stays within the window`, async ({ page }) => {
      await decided(page);
      await visit(page, place(name).es);
      await page.evaluate(() => {
        for (const element of document.body.querySelectorAll<HTMLElement>("*"))
          Object.assign(element.style, {
            lineHeight: "1.5",
            letterSpacing: "0.12em",
            wordSpacing: "0.16em",
          });
      });
      expect(await tooWide(page)).toBe("");
    });
});

test.describe("forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });
  for (const name of ["home", "results", "property", "development", "favorites", "contact"])
    test(`${name}: every control has an edge or is underlined text, and icons are seen`, async ({
      page,
    }) => {
      await decided(page);
      await visit(page, place(name).en);
      expect(await page.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(true);
      const bare = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            "button, select, input:not([type=hidden]):not([type=checkbox])",
          ),
        ]
          .filter((element) =>
            element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }),
          )
          .filter((element) => !element.closest("dialog:not([open])"))
          .filter((element) => {
            const { borderTopStyle, borderTopWidth, textDecorationLine } =
              getComputedStyle(element);
            const edged = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) > 0;
            const words = (element.textContent ?? "").trim() !== "";
            const icon = element.querySelector("svg path, svg");
            return !edged && !words && !icon && textDecorationLine === "none";
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(bare).toEqual([]);
      // The drawn lines take the text's colour, which the system sets.
      const lost = await page.evaluate(
        () =>
          [...document.querySelectorAll("svg")]
            .filter((icon) =>
              icon.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }),
            )
            .filter((icon) => {
              const { stroke, fill } = getComputedStyle(icon);
              const ground = getComputedStyle(document.body).backgroundColor;
              return (
                (stroke === ground && fill === "none") || (stroke === "none" && fill === ground)
              );
            }).length,
      );
      expect(lost).toBe(0);
    });
});

test.describe("forced colours, what floats and the logo", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

  test("the agency's logo stands on the ground it was made for, also in the footer", async ({
    page,
  }) => {
    await decided(page);
    await visit(page, "/");
    const grounds = await page
      .locator("header img[data-ink], footer img[data-ink]")
      .evaluateAll((logos) =>
        logos
          .filter((logo) => logo.checkVisibility())
          .map((logo) => getComputedStyle(logo).backgroundColor),
      );
    expect(grounds).toEqual(["rgb(61, 47, 36)", "rgb(61, 47, 36)"]);
  });

  test("columns, languages, the consent bar and toasts have an edge", async ({ page }) => {
    await visit(page, "/");
    const edges = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("[data-floats]")]
          .filter((part) => part.checkVisibility({ checkVisibilityCSS: true }))
          .map((part) => getComputedStyle(part).outlineStyle),
      );
    await expect.poll(edges).toEqual(["solid"]); // the consent bar
    await page.getByRole("button", { name: word("en", "consent.decline") }).click();
    await page.getByRole("banner").locator("summary").click();
    await page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await expect.poll(edges).toEqual(["solid", "solid"]);
    if (isPhone(page)) return;
    await page
      .getByRole("button", { name: word("en", "menu.submenu", { name: "Buy" }) })
      .first()
      .press("Enter");
    await expect.poll(edges).toContain("solid");
    await expect.poll(async () => (await edges()).includes("none")).toBe(false);
  });
});

test("with reduced motion nothing moves by itself", async ({ page }) => {
  await decided(page);
  for (const name of ["home", "property", "results"]) {
    await visit(page, place(name).en);
    await page.waitForLoadState("networkidle");
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => {
          const timing = effect?.getComputedTiming();
          return (
            playState === "running" &&
            Number(timing?.duration) * Number(timing?.iterations ?? 1) > 50
          );
        })
        .map((animation) => (animation as CSSAnimation).animationName ?? "transition"),
    );
    expect(moving, name).toEqual([]);
    const films = await page
      .locator("video")
      .evaluateAll(
        (all) =>
          all.filter(
            (film) => !(film as HTMLVideoElement).paused && (film as HTMLVideoElement).autoplay,
          ).length,
      );
    expect(films, name).toBe(0);
  }
});
