import type { Page } from "@playwright/test";
import { examplePage, examplePages } from "../example-pages.ts";
import { addStyles, expect, isBelowMenu, isPhone, setConsent, test, visit } from "../fixtures.ts";
import { t } from "../translations.ts";

test.use({ allowedErrors: [/status of 404/] });

/** The widths of page and window, when the page scrolls horizontally; else "". */
const horizontalOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? `${scrollWidth} > ${clientWidth}` : "";
  });

// 1280 px at 200 per cent are 640 px; at 400 per cent they are 320 px, the width of a phone.
test.describe("zoom of 200 per cent", () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  for (const screen of examplePages)
    test(`${screen.name} has no horizontal scroll, and its menu opens`, async ({ page }) => {
      test.skip(isPhone(page) === false, "runs in one project");
      await setConsent(page);
      await visit(page, screen.es);
      expect(await horizontalOverflow(page)).toBe("");
      const toggle = page.getByRole("button", { name: t("es", "menu.open") });
      await toggle.click();
      const menu = page.getByRole("dialog", { name: t("es", "menu.label") });
      await expect(menu).toBeVisible();
      const last = menu.getByRole("link").last();
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport();
    });
});

/**
 * What is cut off, spills or overlaps in the open dialog, else on the page: text that is wider than its
 * box or than a box that clips it, and controls of the header that cover each other.
 */
const layoutFaults = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const isVisible = (element: Element) =>
      element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.ariaLabel ?? element.textContent?.trim().slice(0, 40)}`;
    const dialog = document.querySelector("dialog[open]");
    const top = dialog ?? document.body;

    for (const element of top.querySelectorAll(
      "h1, h2, h3, p, a, button, label, li, dt, dd, span",
    )) {
      if (!isVisible(element) || (!dialog && element.closest("dialog"))) continue;
      const box = element.getBoundingClientRect();
      const { overflowX, overflowY, textOverflow, clipPath, display, webkitLineClamp } =
        getComputedStyle(element);
      if (box.width < 2 || clipPath !== "none" || textOverflow === "ellipsis") continue;
      const wider = element.scrollWidth > element.clientWidth + 1;
      const higher = element.scrollHeight > element.clientHeight + 2 && webkitLineClamp === "none";
      if (/hidden|clip/.test(overflowX + overflowY)) {
        if (wider || higher) faults.push(`cut off: ${nameOf(element)}`);
      } else if (wider && element.childElementCount === 0 && display !== "inline")
        faults.push(`spills: ${nameOf(element)}`);
      // Carousels scroll on purpose; what is beside the window elsewhere cannot be read.
      let scroller = element.parentElement;
      while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX))
        scroller = scroller.parentElement;
      if (!scroller && (box.right > innerWidth + 1 || box.left < -1))
        faults.push(`beside the window: ${nameOf(element)}`);
    }

    const controls = [
      ...((dialog ?? document.querySelector("header"))?.querySelectorAll("a, button, summary") ??
        []),
    ]
      .filter(isVisible)
      .filter((control) => !dialog || !control.closest("ul, ol")) // the thumbnails scroll below the controls
      .map((control) => ({ control, box: control.getBoundingClientRect() }));
    for (const [index, one] of controls.entries())
      for (const other of controls.slice(index + 1)) {
        const width =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > 1 && height > 1 && !one.control.contains(other.control))
          faults.push(`overlap: ${nameOf(one.control)} and ${nameOf(other.control)}`);
      }
    return [...new Set(faults)];
  });

// Two ways of users: a style of their own, and the font size of the browser's settings.
test.describe("text size of 200 per cent", () => {
  const property = examplePage("property");
  const screens = [
    ...["home", "results", "property", "contact"].map(examplePage),
    { name: "gallery", en: `${property.en}#picture-2`, es: `${property.es}#picture-2` },
  ];
  for (const screen of screens)
    test(`${screen.name}: nothing is cut off, nothing overlaps`, async ({ page }) => {
      await setConsent(page);
      const browser = await page.context().newCDPSession(page);
      for (const lang of ["en", "es"] as const) {
        await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
        await visit(page, screen[lang]);
        if (screen.name === "gallery") await expect(page.getByRole("dialog")).toBeVisible();
        const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
        expect(await size()).toBe("32px");
        expect(await horizontalOverflow(page)).toBe("");
        expect(await layoutFaults(page), `${lang}, browser setting`).toEqual([]);
        await browser.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
        await addStyles(page, "html { font-size: 200% !important }");
        expect(await size()).toBe("32px");
        expect(await horizontalOverflow(page)).toBe("");
        expect(await layoutFaults(page), `${lang}, user style`).toEqual([]);
      }
    });
});

test.describe("text spacing (WCAG 1.4.12)", () => {
  for (const name of ["home", "results", "property", "development", "favorites"])
    test(`${name} has no horizontal scroll`, async ({ page }) => {
      await setConsent(page);
      await visit(page, examplePage(name).es);
      await page.evaluate(() => {
        for (const element of document.body.querySelectorAll<HTMLElement>("*"))
          Object.assign(element.style, {
            lineHeight: "1.5",
            letterSpacing: "0.12em",
            wordSpacing: "0.16em",
          });
      });
      expect(await horizontalOverflow(page)).toBe("");
    });
});

test.describe("forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });
  for (const name of ["home", "results", "property", "development", "favorites", "contact"])
    test(`${name}: every control has a border or underlined text, and icons are visible`, async ({
      page,
    }) => {
      await setConsent(page);
      await visit(page, examplePage(name).en);
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
      // The strokes have the text colour of the system.
      const lost = await page.evaluate(
        () =>
          [...document.querySelectorAll("svg")]
            .filter((icon) =>
              icon.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }),
            )
            .filter((icon) => {
              const { stroke, fill } = getComputedStyle(icon);
              const background = getComputedStyle(document.body).backgroundColor;
              return (
                (stroke === background && fill === "none") ||
                (stroke === "none" && fill === background)
              );
            }).length,
      );
      expect(lost).toBe(0);
    });
});

test.describe("forced colours: overlays and logo", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

  test("the agency's logo has the background it was made for, also in the footer", async ({
    page,
  }) => {
    await setConsent(page);
    await visit(page, "/");
    const backgrounds = await page
      .locator("header img[data-ink], footer img[data-ink]")
      .evaluateAll((logos) =>
        logos
          .filter((logo) => logo.checkVisibility())
          .map((logo) => getComputedStyle(logo).backgroundColor),
      );
    expect(backgrounds).toEqual(["rgb(61, 47, 36)", "rgb(61, 47, 36)"]);
  });

  test("menu panel, language list, cookie banner and toasts have a border", async ({ page }) => {
    await visit(page, "/");
    const outlines = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("[data-floats]")]
          .filter((part) => part.checkVisibility({ checkVisibilityCSS: true }))
          .map((part) => getComputedStyle(part).outlineStyle),
      );
    await expect.poll(outlines).toEqual(["solid"]); // the cookie banner
    await page.getByRole("button", { name: t("en", "consent.decline") }).click();
    await page.getByRole("banner").locator("summary").click();
    await page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await expect.poll(outlines).toEqual(["solid", "solid"]);
    if (isBelowMenu(page)) return;
    await page
      .getByRole("button", { name: t("en", "menu.submenu", { name: "Buy" }) })
      .first()
      .press("Enter");
    await expect.poll(outlines).toContain("solid");
    await expect.poll(async () => (await outlines()).includes("none")).toBe(false);
  });
});

test("with reduced motion nothing is animated", async ({ page }) => {
  await setConsent(page);
  for (const name of ["home", "property", "results"]) {
    await visit(page, examplePage(name).en);
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
    const videos = await page
      .locator("video")
      .evaluateAll(
        (all) =>
          all.filter(
            (video) => !(video as HTMLVideoElement).paused && (video as HTMLVideoElement).autoplay,
          ).length,
      );
    expect(videos, name).toBe(0);
  }
});
