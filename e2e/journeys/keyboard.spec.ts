import type { Locator, Page } from "@playwright/test";
import { examplePage } from "../example-pages.ts";
import { expect, isBelowMenu, setConsent, test, visit, waitForHydration } from "../fixtures.ts";
import { t } from "../translations.ts";

type Focused = { name: string; ring: boolean; visible: boolean };

/** The focused element: whether it has a focus ring, and whether it is visible. */
const focused = (page: Page) =>
  page.evaluate((): Focused | null => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const ringed = (style: CSSStyleDeclaration) =>
      style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
    let ring =
      ringed(getComputedStyle(element, "::after")) || ringed(getComputedStyle(element, "::before"));
    for (
      let up: Element | null = element, steps = 0;
      up && steps < 4;
      up = up.parentElement, steps++
    )
      ring ||=
        ringed(getComputedStyle(up)) ||
        (steps < 3 && getComputedStyle(up).boxShadow !== "none" && up.matches(":focus-within"));
    // A part of it must be visible: its centre, or a point near a corner.
    const visible = [...element.getClientRects()].some(({ left, top, width, height }) =>
      [
        [0.5, 0.5],
        [0.1, 0.2],
        [0.9, 0.2],
        [0.1, 0.8],
        [0.9, 0.8],
      ].some(([x = 0, y = 0]) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      }),
    );
    const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
    return { name: `${element.tagName.toLowerCase()} ${name.slice(0, 60)}`, ring, visible };
  });

/** Presses Tab several times and returns the faults of the focused elements. */
async function tabThrough(page: Page, steps: number): Promise<string[]> {
  const faults: string[] = [];
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (now === null) break;
    if (!now.ring) faults.push(`no ring: ${now.name}`);
    if (!now.visible) faults.push(`covered: ${now.name}`);
  }
  return faults;
}

const scrollLocked = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflowY === "hidden");

for (const name of ["home", "results", "property", "post"]) {
  test(`the focus is always visible on ${name}, with the cookie banner open`, async ({ page }) => {
    await visit(page, examplePage(name).en);
    await expect(page.getByRole("button", { name: t("en", "consent.decline") })).toBeVisible();
    expect(await tabThrough(page, 90)).toEqual([]);
  });
}

test("the first tab stop is the skip link", async ({ page }) => {
  await visit(page, "/properties/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: t("en", "common.skip") });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("the menu columns open by their button, close on Escape and restore the focus", async ({
  page,
}) => {
  test.skip(isBelowMenu(page), "phones have the mobile menu");
  await setConsent(page);
  await visit(page, "/");
  const toggle = page
    .getByRole("button", { name: t("en", "menu.submenu", { name: "Buy" }) })
    .first();
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("[data-open] [data-floats] a").first()).toBeVisible();
  await page.keyboard.press("Tab");
  const inside = page.locator(":focus");
  await expect(inside).toBeVisible();
  expect(await inside.evaluate((element) => element.closest("[data-open]") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await expect(toggle).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("h1:focus")).toBeVisible();
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
});

test("the mobile menu traps the focus, locks the scroll, closes on Escape and restores the focus", async ({
  page,
}) => {
  test.skip(!isBelowMenu(page), "desktop has the menu bar");
  await setConsent(page);
  await visit(page, "/properties/");
  const toggle = page.getByRole("button", { name: t("en", "menu.open") });
  await toggle.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: t("en", "menu.label") });
  await expect(menu).toBeVisible();
  expect(await scrollLocked(page)).toBe(true);
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
    );
    expect(outside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
  expect(await scrollLocked(page)).toBe(false);
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  await menu.getByRole("button", { name: t("en", "menu.close") }).press("Enter");
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
});

test("the mobile menu closes when the window becomes wide", async ({ page }) => {
  test.skip(!isBelowMenu(page), "desktop has the menu bar");
  await setConsent(page);
  await visit(page, "/properties/");
  await page.getByRole("button", { name: t("en", "menu.open") }).press("Enter");
  const menu = page.locator("dialog").filter({ has: page.getByRole("navigation") });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(menu).toBeHidden();
  expect(await scrollLocked(page)).toBe(false);
});

test("the mobile menu expands the columns of the menu bar", async ({ page }) => {
  test.skip(!isBelowMenu(page), "desktop has the menu bar");
  await setConsent(page);
  await visit(page, "/");
  await page.getByRole("button", { name: t("en", "menu.open") }).press("Enter");
  const menu = page.getByRole("dialog", { name: t("en", "menu.label") });
  const villas = menu.getByRole("link", { name: /Benahavis/i }).first();
  await expect(villas).toBeHidden();
  await menu.locator("summary").first().press("Enter");
  await expect(villas).toBeVisible();
});

test("the language list opens, closes on Escape and restores the focus", async ({ page }) => {
  await setConsent(page);
  await visit(page, "/properties/");
  const banner = page.getByRole("banner");
  const summary = banner.locator("summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  const spanish = banner.getByRole("link", { name: "Español" });
  await expect(spanish).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(spanish).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(spanish).toBeHidden();
  await expect(summary).toBeFocused();
  await page.keyboard.press("Enter");
  await spanish.press("Enter");
  await expect(page).toHaveURL("/es/properties/");
});

/** Tabs until a control has the focus, a bounded number of times. */
async function tabTo(page: Page, control: Locator, steps: number) {
  for (let step = 0; step < steps; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(control).toBeFocused();
}

test("the search form works by keyboard", async ({ page }) => {
  await setConsent(page);
  await visit(page, "/");
  const form = page.getByRole("search", { name: t("en", "ui.search.label") });
  const type = form.getByRole("button", { name: new RegExp(`^${t("en", "search.field.type")}: `) });
  await type.focus();
  await page.keyboard.press("Enter");
  await tabTo(page, form.getByRole("checkbox", { name: "Villas" }), 16);
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(type).toBeFocused();
  await expect(type).toContainText("Villas");
  await tabTo(page, form.locator("button[type=submit]"), 8);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/properties/?s_type=15");
  await expect(page.locator("h1:focus")).toBeVisible();
});

test("the gallery steps by arrow keys, closes on Escape and restores the focus", async ({
  page,
}) => {
  await setConsent(page);
  await visit(page, examplePage("property").en);
  const opener = page.getByRole("link", { name: t("en", "property.viewGallery") });
  await opener.focus();
  await page.keyboard.press("Enter");
  const gallery = page.getByRole("dialog");
  await expect(gallery).toBeVisible();
  expect(await scrollLocked(page)).toBe(true);
  const counter = gallery.getByRole("status");
  const total = Number(/\d+$/.exec((await counter.textContent()) ?? "")?.[0]);
  const at = (index: number) => t("en", "gallery.counter", { index, total });
  expect(total).toBeGreaterThan(2);
  await expect(counter).toHaveText(at(1));
  await expect(gallery.getByRole("button", { name: t("en", "gallery.previous") })).toBeDisabled();
  await page.keyboard.press("ArrowRight");
  await expect(counter).toHaveText(at(2));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expect(counter).toHaveText(at(2));
  await page.keyboard.press("End");
  await expect(counter).toHaveText(at(total));
  await page.keyboard.press("Home");
  await expect(counter).toHaveText(at(1));
  await gallery.getByRole("button", { name: t("en", "gallery.next") }).press("Enter");
  await expect(counter).toHaveText(at(2));
  await page.keyboard.press("Escape");
  await expect(gallery).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await scrollLocked(page)).toBe(false);
});

test("a double click enlarges a picture at that position, and arrow keys scroll it", {
  tag: "@any-width",
}, async ({ page }) => {
  await setConsent(page);
  await visit(page, examplePage("property").en);
  await page.getByRole("link", { name: t("en", "property.viewGallery") }).press("Enter");
  const gallery = page.getByRole("dialog");
  const picture = gallery.locator("li").first();
  const zoom = gallery.getByRole("button", { name: t("en", "gallery.zoom") });
  const box = await picture.locator("img").boundingBox();
  if (!box) throw new Error("the picture has a box");
  await page.mouse.dblclick(box.x + box.width * 0.75, box.y + box.height / 2);
  await expect(zoom).toHaveAttribute("aria-pressed", "true");
  const across = () => picture.evaluate((slide) => slide.scrollLeft / slide.scrollWidth);
  expect(await across()).toBeGreaterThan(0.3);
  const before = await across();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(across).toBeLessThan(before);
  await expect(gallery.getByRole("status")).toHaveText(/^1 /);
  await zoom.press("Enter");
  await expect(zoom).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("ArrowRight");
  await expect(gallery.getByRole("status")).toHaveText(/^2 /);
});

test("a picture of the page opens the gallery at its index", async ({ page }) => {
  await setConsent(page);
  await visit(page, examplePage("property").en);
  const second = page.getByRole("main").getByRole("link", { name: /^Open picture 2:/ });
  await second.press("Enter");
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText(/^2 /);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("en", "gallery.close") })
    .press("Enter");
  await expect(second).toBeFocused();
});

test("a back step closes the gallery and unlocks the scroll", async ({ page }) => {
  await setConsent(page);
  await visit(page, "/properties/");
  await page
    .getByRole("main")
    .getByRole("article")
    .first()
    .getByRole("link")
    .first()
    .press("Enter");
  await page.getByRole("link", { name: t("en", "property.viewGallery") }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await scrollLocked(page)).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL("/properties/");
});

for (const [button, stored] of [
  ["consent.decline", "false"],
  ["consent.accept", "true"],
] as const) {
  test(`the cookie banner works by keyboard: ${stored}`, { tag: "@any-width" }, async ({
    page,
    context,
  }) => {
    await visit(page, "/");
    const answer = page.getByRole("button", { name: t("en", button) });
    await answer.press("Enter");
    await expect(answer).toBeHidden();
    await expect(page.getByRole("main")).toBeFocused();
    const cookie = (await context.cookies()).find(({ name }) => name === "CookieConsent");
    expect(cookie?.value).toBe(stored);
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(365);
    const sell = page.getByRole("complementary", { name: t("en", "chrome.sell") });
    await expect(sell).toBeVisible({ visible: stored === "true" });
    await page.reload();
    await waitForHydration(page);
    await expect(answer).toBeHidden();
  });
}
