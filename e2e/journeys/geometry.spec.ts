import type { Page } from "@playwright/test";
import { examplePage, examplePages } from "../example-pages.ts";
import { expect, isBelowMenu, isPhone, setConsent, test, visit } from "../fixtures.ts";
import { t } from "../translations.ts";

test.use({ allowedErrors: [/status of 404/] });

/** The minimum size of a target in px (WCAG 2.2, 2.5.8). */
const MIN_TARGET = 24;

/** The elements that overflow the page horizontally, except in scroll containers. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const clipped = (element: Element) => {
      for (let up = element.parentElement; up; up = up.parentElement)
        if (
          getComputedStyle(up).overflowX !== "visible" ||
          getComputedStyle(up).clipPath !== "none"
        )
          return true;
      return false;
    };
    const wide = [...document.body.querySelectorAll("*")].filter((element) => {
      if (
        !element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) ||
        element.closest("dialog, svg")
      )
        return false;
      const { left, right } = element.getBoundingClientRect();
      return (
        (right > width + 1 || left < -1) &&
        !clipped(element) &&
        getComputedStyle(element).position !== "fixed"
      );
    });
    const names = wide
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
    return document.documentElement.scrollWidth > width
      ? [`page ${document.documentElement.scrollWidth} > ${width}`, ...names]
      : names;
  });

/** The text that its own box cuts off. */
const cutText = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "main h1, main h2, main h3, main p, main li, main dt, main dd, main button, main summary, main th, main td, footer a, header a",
      ),
    ]
      .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
      .filter((element) => {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
        return (
          clipPath === "none" &&
          overflowX === "hidden" &&
          textOverflow !== "ellipsis" &&
          element.clientWidth > 1 &&
          element.scrollWidth > element.clientWidth + 1
        );
      })
      .map((element) => element.textContent?.trim().slice(0, 60)),
  );

/**
 * The controls that cannot be tapped in a square of 24 px around their centre: too small, or covered.
 * Links inside text are exempt, as in the guideline.
 */
const hardToTap = (page: Page) =>
  page.evaluate((target) => {
    const inText = (element: Element) =>
      getComputedStyle(element).display.startsWith("inline") &&
      element.closest("p, li, address, td, dd, label, small") !== null &&
      (element.closest("p, li, address, td, dd, label, small")?.textContent?.trim().length ?? 0) >
        (element.textContent?.trim().length ?? 0) + 2;
    const hit = (element: Element, x: number, y: number) => {
      const found = document.elementFromPoint(x, y);
      return (
        found !== null &&
        (element.contains(found) ||
          (found instanceof HTMLElement && found.closest("label")?.contains(element)))
      );
    };
    const faults: string[] = [];
    const root = document.querySelector("dialog[open]") ?? document;
    for (const element of root.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    )) {
      if (
        !element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) ||
        element.closest("dialog:not([open])") ||
        element.matches(".skip-link, :disabled, [aria-hidden=true] *")
      )
        continue;
      if (inText(element)) continue;
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      // A tap on the label is a tap on its control.
      const area = element.closest("label") ?? element;
      const { left, top, width, height } = area.getBoundingClientRect();
      const [x, y, reach] = [left + width / 2, top + height / 2, target / 2 - 0.75];
      const large = width >= target && height >= target;
      const [across, down] = large ? [width / 4, height / 4] : [reach, reach];
      const missed = [
        [0, 0],
        [-across, 0],
        [across, 0],
        [0, -down],
        [0, down],
      ].filter(([dx = 0, dy = 0]) => !hit(element, x + dx, y + dy));
      if (missed.length === 0) continue;
      const cover = document.elementFromPoint(x, y);
      const name = (element.getAttribute("aria-label") ?? element.textContent ?? "")
        .trim()
        .slice(0, 50);
      faults.push(
        `${element.tagName.toLowerCase()} “${name}” ${Math.round(width)}×${Math.round(height)}, at its centre: ${cover?.tagName.toLowerCase()}.${cover?.getAttribute("class") ?? ""}`,
      );
    }
    return faults;
  }, MIN_TARGET);

/** Sums up the layout shifts that the browser reports. */
async function countShifts(page: Page): Promise<() => Promise<{ sum: number; moved: string[] }>> {
  await page.addInitScript(() => {
    const counted = { sum: 0, moved: [] as string[] };
    Object.assign(window, { counted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Node }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        counted.sum += entry.value;
        for (const { node } of entry.sources)
          counted.moved.push(
            node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName),
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(
      () => (window as unknown as { counted: { sum: number; moved: string[] } }).counted,
    );
}

for (const screen of examplePages) {
  test(`${screen.name} fits the window, and all targets can be tapped`, async ({ page }) => {
    await setConsent(page);
    await visit(page, screen.es);
    const widths = isPhone(page) ? [320, 390] : [768, 1024, 1440];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      expect(await overflowing(page), `${width} pixels`).toEqual([]);
      expect(await cutText(page), `${width} pixels`).toEqual([]);
      if (isPhone(page)) expect(await hardToTap(page), `${width} pixels`).toEqual([]);
    }
  });
}

test("all targets of the mobile menu can be tapped", async ({ page }) => {
  test.skip(!isBelowMenu(page), "desktop has the menu bar");
  await setConsent(page);
  await visit(page, "/");
  await page.getByRole("button", { name: t("en", "menu.open") }).click();
  await expect(page.getByRole("dialog", { name: t("en", "menu.label") })).toBeVisible();
  expect(await hardToTap(page)).toEqual([]);
});

test("no parts of the menu bar overlap at any width", async ({ page }) => {
  test.skip(isBelowMenu(page), "there is no menu bar");
  await setConsent(page);
  for (const link of ["/", "/es/"]) {
    await visit(page, link);
    for (const width of [1024, 1100, 1280, 1366, 1440, 1536, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const overlaps = await page.getByRole("banner").evaluate((banner) => {
        const parts = [...banner.querySelectorAll("a, button, summary")]
          .filter((part) => part.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
          .map((part) => {
            const texts = [part.getBoundingClientRect()];
            const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
            for (let text = walker.nextNode(); text; text = walker.nextNode()) {
              if (!text.parentElement || getComputedStyle(text.parentElement).clipPath !== "none")
                continue;
              const range = document.createRange();
              range.selectNodeContents(text);
              texts.push(...[...range.getClientRects()].filter((rect) => rect.width > 1));
            }
            return {
              name: (part.textContent ?? "") || part.getAttribute("aria-label"),
              left: Math.min(...texts.map((rect) => rect.left)),
              right: Math.max(...texts.map((rect) => rect.right)),
            };
          })
          .sort((a, b) => a.left - b.left);
        const found = parts.flatMap((part, at) => {
          const next = parts[at + 1];
          return next && next.left < part.right - 0.5 ? [`${part.name} overlaps ${next.name}`] : [];
        });
        const last = parts.at(-1);
        return last && last.right > document.documentElement.clientWidth
          ? [...found, `${last.name} is outside the window`]
          : found;
      });
      expect(overlaps, `${link} at ${width} pixels`).toEqual([]);
    }
  }
});

for (const [name, link] of [
  ["home", "/"],
  ["home in Spanish", "/es/"],
  ["results", "/properties/"],
] as const) {
  test(`the cookie banner does not cover the search button of ${name}`, async ({ page }) => {
    const sizes = isPhone(page)
      ? [
          [390, 844],
          [360, 660],
          [320, 568],
        ]
      : [
          [1440, 900],
          [1280, 720],
          [1024, 768],
        ];
    for (const [width = 0, height = 0] of sizes) {
      await page.setViewportSize({ width, height });
      await visit(page, link);
      const bar = page.getByRole("region", {
        name: t(link.startsWith("/es/") ? "es" : "en", "consent.title"),
      });
      await expect(bar).toBeVisible();
      const inSheet = isPhone(page) && name === "results";
      const form = page.getByRole(inSheet ? "main" : "search");
      const label = inSheet ? "ui.search.filters" : "ui.search.submit";
      const button = form
        .getByRole("button", { name: t(link.startsWith("/es/") ? "es" : "en", label) })
        .first();
      await expect(button).toBeVisible();
      const size = `${width}×${height}`;
      const [mine, its] = [await button.boundingBox(), await bar.boundingBox()];
      if (!mine || !its) throw new Error("button and banner have boxes");
      expect(its.height, size).toBeLessThan(height * 0.3);
      const apart =
        mine.y + mine.height <= its.y ||
        mine.y >= its.y + its.height ||
        mine.y >= height ||
        mine.x >= its.x + its.width ||
        mine.x + mine.width <= its.x;
      expect(apart, `${size}: button ${mine.y}–${mine.y + mine.height}, bar from ${its.y}`).toBe(
        true,
      );
      await button.focus();
      const free = await button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [0.1, 0.5, 0.9].every((part) =>
          element.contains(document.elementFromPoint(left + width / 2, top + height * part)),
        );
      });
      expect(free, `${size}, focused`).toBe(true);
    }
  });
}

test("the end of the page is readable above the cookie banner", async ({ page }) => {
  await visit(page, "/");
  const bar = page.getByRole("region", { name: t("en", "consent.title") });
  await expect(bar).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = page.getByRole("contentinfo").getByRole("link").last();
  const [mine, its] = [await last.boundingBox(), await bar.boundingBox()];
  expect((mine?.y ?? 0) + (mine?.height ?? 0)).toBeLessThanOrEqual(its?.y ?? 0);
});

for (const name of ["home", "property"])
  test(`a late font causes no layout shift on ${name}`, async ({ page }) => {
    const shifts = await countShifts(page);
    await page.route("**/*.woff2", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await setConsent(page);
    await visit(page, examplePage(name).en);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    expect(await shifts()).toEqual({ sum: 0, moved: [] });
  });

for (const name of ["home", "results", "property", "post"]) {
  test(`${name} has no layout shift while it loads and scrolls`, async ({ page }) => {
    const shifts = await countShifts(page);
    await visit(page, examplePage(name).en);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    expect(await shifts()).toEqual({ sum: 0, moved: [] });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < height; y += 600) {
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(30);
    }
    expect(await shifts()).toEqual({ sum: 0, moved: [] });
  });
}
