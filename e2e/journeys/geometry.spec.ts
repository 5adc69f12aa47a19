import type { Page } from "@playwright/test";
import { place, places } from "../places.ts";
import { decided, expect, isPhone, test, visit } from "../watched.ts";
import { word } from "../words.ts";

test.use({ excused: [/status of 404/] });

/** Smaller than this nobody hits it (WCAG 2.2, 2.5.8). */
const TARGET = 24;

/** What reaches out of the page sideways, unless it scrolls inside something of its own. */
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

/** Text that is cut off by its own box. */
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
 * What can be tapped, but not within a square of 24 pixels around its middle: too small, or something
 * lies over it. Links inside running text are as high as their line and are left out, as the guideline does.
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
      // Who taps the words beside a box means the box.
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
      const over = document.elementFromPoint(x, y);
      const name = (element.getAttribute("aria-label") ?? element.textContent ?? "")
        .trim()
        .slice(0, 50);
      faults.push(
        `${element.tagName.toLowerCase()} “${name}” ${Math.round(width)}×${Math.round(height)}, in its middle: ${over?.tagName.toLowerCase()}.${over?.getAttribute("class") ?? ""}`,
      );
    }
    return faults;
  }, TARGET);

/** Adds up what moves by itself, as the browser counts it. */
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

for (const screen of places) {
  test(`${screen.name} stays within the page, and a finger finds everything`, async ({ page }) => {
    await decided(page);
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

test("everything in the phone's menu can be tapped", async ({ page }) => {
  test.skip(!isPhone(page), "the bar carries the menu");
  await decided(page);
  await visit(page, "/");
  await page.getByRole("button", { name: word("en", "menu.open") }).click();
  await expect(page.getByRole("dialog", { name: word("en", "menu.label") })).toBeVisible();
  expect(await hardToTap(page)).toEqual([]);
});

test("nothing in the bar lies on anything else, at any width", async ({ page }) => {
  test.skip(isPhone(page), "there is no bar of that kind");
  await decided(page);
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
          return next && next.left < part.right - 0.5 ? [`${part.name} lies on ${next.name}`] : [];
        });
        const last = parts.at(-1);
        return last && last.right > document.documentElement.clientWidth
          ? [...found, `${last.name} is out of sight`]
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
  test(`the consent bar leaves the search button of ${name} free`, async ({ page }) => {
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
        name: word(link.startsWith("/es/") ? "es" : "en", "consent.title"),
      });
      await expect(bar).toBeVisible();
      const folded = isPhone(page) && name === "results";
      const form = page.getByRole(folded ? "main" : "search");
      const label = folded ? "ui.search.filters" : "ui.search.submit";
      const button = form
        .getByRole("button", { name: word(link.startsWith("/es/") ? "es" : "en", label) })
        .first();
      await expect(button).toBeVisible();
      const size = `${width}×${height}`;
      const [mine, its] = [await button.boundingBox(), await bar.boundingBox()];
      if (!mine || !its) throw new Error("both are there");
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

test("the end of the page can be read above the consent bar", async ({ page }) => {
  await visit(page, "/");
  const bar = page.getByRole("region", { name: word("en", "consent.title") });
  await expect(bar).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = page.getByRole("contentinfo").getByRole("link").last();
  const [mine, its] = [await last.boundingBox(), await bar.boundingBox()];
  expect((mine?.y ?? 0) + (mine?.height ?? 0)).toBeLessThanOrEqual(its?.y ?? 0);
});

for (const name of ["home", "property"])
  test(`nothing moves on ${name} when the font is late`, async ({ page }) => {
    const shifts = await countShifts(page);
    await page.route("**/*.woff2", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await decided(page);
    await visit(page, place(name).en);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    expect(await shifts()).toEqual({ sum: 0, moved: [] });
  });

for (const name of ["home", "results", "property", "post"]) {
  test(`nothing moves while ${name} loads, and when it is scrolled`, async ({ page }) => {
    const shifts = await countShifts(page);
    await visit(page, place(name).en);
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
