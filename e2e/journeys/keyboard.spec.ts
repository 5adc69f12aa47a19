import type { Page } from "@playwright/test";
import { place } from "../places.ts";
import { decided, expect, hydrated, isPhone, test, visit } from "../watched.ts";
import { word } from "../words.ts";

type Focused = { name: string; ring: boolean; seen: boolean };

/** What has the focus: whether a ring shows it, and whether nothing lies over it. */
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
    // Something of it must be in sight: the middle, or one of the places near its corners.
    const seen = [...element.getClientRects()].some(({ left, top, width, height }) =>
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
    return { name: `${element.tagName.toLowerCase()} ${name.slice(0, 60)}`, ring, seen };
  });

/** Walks on by Tab and tells what could not be seen on the way. */
async function walk(page: Page, steps: number): Promise<string[]> {
  const faults: string[] = [];
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (now === null) break;
    if (!now.ring) faults.push(`no ring: ${now.name}`);
    if (!now.seen) faults.push(`covered: ${now.name}`);
  }
  return faults;
}

const scrollLocked = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflowY === "hidden");

for (const name of ["home", "results", "property", "post"]) {
  test(`the focus is always seen on the way through ${name}, the consent bar open`, async ({
    page,
  }) => {
    await visit(page, place(name).en);
    await expect(page.getByRole("button", { name: word("en", "consent.decline") })).toBeVisible();
    expect(await walk(page, 90)).toEqual([]);
  });
}

test("the first stop is a link past the menu", async ({ page }) => {
  await visit(page, "/properties/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: word("en", "common.skip") });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("the columns of the bar open by their button, close on Escape and give the focus back", async ({
  page,
}) => {
  test.skip(isPhone(page), "the menu is a dialog there");
  await decided(page);
  await visit(page, "/");
  const toggle = page
    .getByRole("button", { name: word("en", "menu.submenu", { name: "Buy" }) })
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

test("the phone's menu holds the focus, locks the page, closes on Escape and gives the focus back", async ({
  page,
}) => {
  test.skip(!isPhone(page), "the bar carries the menu");
  await decided(page);
  await visit(page, "/properties/");
  const toggle = page.getByRole("button", { name: word("en", "menu.open") });
  await toggle.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: word("en", "menu.label") });
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
  await menu.getByRole("button", { name: word("en", "menu.close") }).press("Enter");
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
});

test("a phone's menu goes when the window becomes as wide as the bar", async ({ page }) => {
  test.skip(!isPhone(page), "the bar carries the menu");
  await decided(page);
  await visit(page, "/properties/");
  await page.getByRole("button", { name: word("en", "menu.open") }).press("Enter");
  const menu = page.locator("dialog").filter({ has: page.getByRole("navigation") });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(menu).toBeHidden();
  expect(await scrollLocked(page)).toBe(false);
});

test("the phone's menu unfolds what the bar shows in columns", async ({ page }) => {
  test.skip(!isPhone(page), "the bar carries the menu");
  await decided(page);
  await visit(page, "/");
  await page.getByRole("button", { name: word("en", "menu.open") }).press("Enter");
  const menu = page.getByRole("dialog", { name: word("en", "menu.label") });
  const villas = menu.getByRole("link", { name: /Benahavis/i }).first();
  await expect(villas).toBeHidden();
  await menu.locator("summary").first().press("Enter");
  await expect(villas).toBeVisible();
});

test("the languages open, close on Escape and give the focus back", async ({ page }) => {
  await decided(page);
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

test("the search is filled and sent by keys alone", async ({ page }) => {
  await decided(page);
  await visit(page, "/");
  const form = page.getByRole("search", { name: word("en", "ui.search.label") });
  const type = form.getByLabel(word("en", "search.field.type"), { exact: true });
  await type.focus();
  await page.keyboard.type("Villas");
  await expect(type).toHaveValue("15");
  const submit = form.getByRole("button", { name: word("en", "ui.search.submit") });
  for (
    let step = 0;
    step < 8 && !(await submit.evaluate((button) => button === document.activeElement));
    step++
  )
    await page.keyboard.press("Tab");
  await expect(submit).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/properties/?s_type=15");
  await expect(page.locator("h1:focus")).toBeVisible();
});

test("the gallery is turned by arrows, counts, closes on Escape and gives the focus back", async ({
  page,
}) => {
  await decided(page);
  await visit(page, place("property").en);
  const opener = page.getByRole("link", { name: word("en", "property.viewGallery") });
  await opener.focus();
  await page.keyboard.press("Enter");
  const gallery = page.getByRole("dialog");
  await expect(gallery).toBeVisible();
  expect(await scrollLocked(page)).toBe(true);
  const counter = gallery.getByRole("status");
  const total = Number(/\d+$/.exec((await counter.textContent()) ?? "")?.[0]);
  const at = (index: number) => word("en", "gallery.counter", { index, total });
  expect(total).toBeGreaterThan(2);
  await expect(counter).toHaveText(at(1));
  await expect(
    gallery.getByRole("button", { name: word("en", "gallery.previous") }),
  ).toBeDisabled();
  await page.keyboard.press("ArrowRight");
  await expect(counter).toHaveText(at(2));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expect(counter).toHaveText(at(2));
  await page.keyboard.press("End");
  await expect(counter).toHaveText(at(total));
  await page.keyboard.press("Home");
  await expect(counter).toHaveText(at(1));
  await gallery.getByRole("button", { name: word("en", "gallery.next") }).press("Enter");
  await expect(counter).toHaveText(at(2));
  await page.keyboard.press("Escape");
  await expect(gallery).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await scrollLocked(page)).toBe(false);
});

test("a picture is enlarged where it is pressed twice, and moved by arrows", async ({ page }) => {
  await decided(page);
  await visit(page, place("property").en);
  await page.getByRole("link", { name: word("en", "property.viewGallery") }).press("Enter");
  const gallery = page.getByRole("dialog");
  const picture = gallery.locator("li").first();
  const zoom = gallery.getByRole("button", { name: word("en", "gallery.zoom") });
  const box = await picture.locator("img").boundingBox();
  if (!box) throw new Error("the picture is there");
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

test("a picture of the page opens the gallery at itself", async ({ page }) => {
  await decided(page);
  await visit(page, place("property").en);
  const second = page.getByRole("main").getByRole("link", { name: /^Open picture 2:/ });
  await second.press("Enter");
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText(/^2 /);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: word("en", "gallery.close") })
    .press("Enter");
  await expect(second).toBeFocused();
});

test("going back closes the gallery and unlocks the page", async ({ page }) => {
  await decided(page);
  await visit(page, "/properties/");
  await page
    .getByRole("main")
    .getByRole("article")
    .first()
    .getByRole("link")
    .first()
    .press("Enter");
  await page.getByRole("link", { name: word("en", "property.viewGallery") }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/properties/");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await scrollLocked(page)).toBe(false);
});

for (const [button, stored] of [
  ["consent.decline", "false"],
  ["consent.understand", "true"],
] as const) {
  test(`the consent bar is answered by keys: ${stored}`, async ({ page, context }) => {
    await visit(page, "/");
    const answer = page.getByRole("button", { name: word("en", button) });
    await answer.press("Enter");
    await expect(answer).toBeHidden();
    await expect(page.getByRole("main")).toBeFocused();
    const cookie = (await context.cookies()).find(({ name }) => name === "CookieConsent");
    expect(cookie?.value).toBe(stored);
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(365);
    const sell = page.getByRole("complementary", { name: word("en", "chrome.sell") });
    await expect(sell).toBeVisible({ visible: stored === "true" });
    await page.reload();
    await hydrated(page);
    await expect(answer).toBeHidden();
  });
}
