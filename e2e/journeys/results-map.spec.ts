import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { webGLOptions } from "../browser.ts";
import { expect, expectAccessible, setConsent, test, visit } from "../fixtures.ts";
import { streetExtract } from "../street-extract.ts";
import { type Lang, t } from "../translations.ts";

test.use({ launchOptions: webGLOptions() });

const clusterName = /^\d+ (homes|propiedades) /;

/** English on desktops and Spanish on phones: the width decides the layout, not the words. */
const langOf = (isMobile: boolean): Lang => (isMobile ? "es" : "en");

test("the map of results: prices, clusters, cards, the link and the list", async ({
  page,
  isMobile,
}) => {
  const lang = langOf(isMobile);
  await setConsent(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const results = `${lang === "en" ? "" : "/es"}/properties/`;
  await visit(page, results);
  expect(requests.filter((url) => /map-canvas|results-map|_map|_tiles/.test(url))).toEqual([]);
  const main = page.getByRole("main");
  const summary = main.getByRole("status").first();
  const all = (await summary.textContent()) ?? "";

  await main.getByRole("button", { name: t(lang, "sections.view.map") }).click();
  await expect(page).toHaveURL(`${results}?map=on`);
  const pins = main.getByRole("list", { name: t(lang, "sections.map.pins") });
  const clusters = pins.getByRole("button", { name: clusterName });
  const prices = pins.getByRole("button", { name: "€" });
  const onMap = () =>
    pins
      .getByRole("button")
      .evaluateAll((list) =>
        list.reduce((sum, pin) => sum + (Number(pin.firstChild?.textContent) || 1), 0),
      );
  // Without a graphics card the first picture of the map takes seconds.
  await expect.poll(onMap, { timeout: 30_000 }).toBe(Number(/\d+/.exec(all)?.[0]));
  await expect(summary).toHaveText(all);
  await expectAccessible(page);

  // A cluster parts, the list follows the window, and the link has it.
  await clusters.first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?map=[\d.,-]+$/);
  await expect(summary).not.toHaveText(all);

  // The card of a price takes the focus; Escape gives it back.
  while ((await prices.count()) === 0) {
    const url = page.url();
    await clusters.first().press("Enter");
    await expect.poll(async () => page.url() !== url || (await prices.count()) > 0).toBe(true);
  }
  const price = prices.first();
  await price.press("Enter");
  // On phones it is the one of the row, if that has it.
  const found = main.locator(
    isMobile ? "section:focus, li > div > a:focus" : "section:focus:has(article)",
  );
  await expect(found).toBeFocused();
  const map = main.getByRole("region", { name: t(lang, "sections.map.label") }).first();
  const card = isMobile ? main.locator("section:focus, li:has(> div > a:focus)") : found;
  await expect.poll(() => isWithin(card, map)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(price).toBeFocused();

  // The arrow keys move the map; the link can be reloaded.
  await main.locator("canvas").focus();
  const before = page.url();
  await page.keyboard.press("ArrowRight");
  await expect(page).not.toHaveURL(before);
  const here = page.url();
  await page.reload();
  await expect(page).toHaveURL(here);
  await expect(summary).not.toHaveText(all);

  await main
    .getByRole("button", {
      name: t(lang, isMobile ? "sections.map.wholeShort" : "sections.map.whole"),
    })
    .click();
  await expect(summary).toHaveText(all);
  await page.goBack();
  await expect(page).toHaveURL(results);
  await expect(pins).toHaveCount(0);
});

test("a slow turn of the wheel moves the list too", async ({ page, isMobile }) => {
  test.skip(isMobile, "a phone has no wheel");
  await setConsent(page);
  await visit(page, "/properties/?map=on");
  const main = page.getByRole("main");
  await expect(main.getByRole("button", { name: clusterName }).first()).toBeVisible({
    timeout: 30_000,
  });
  await main.locator("canvas").hover();
  for (let tick = 0; tick < 2; tick++) {
    const before = page.url();
    await page.mouse.wheel(0, -120);
    await expect(page).not.toHaveURL(before);
  }
});

test("a pin is never below the tools of the map, and its card never below their panel", async ({
  page,
  isMobile,
}) => {
  const lang = langOf(isMobile);
  await setConsent(page);
  await visit(page, `${lang === "en" ? "" : "/es"}/properties/?map=36.5,-4.92,36.52,-4.88`);
  const main = page.getByRole("main");
  const map = main.getByRole("region", { name: t(lang, "sections.map.label") }).first();
  const price = main
    .getByRole("list", { name: t(lang, "sections.map.pins") })
    .getByRole("button", { name: "€" })
    .first();
  await expect(price).toBeVisible({ timeout: 30_000 });
  const area = main.getByRole("button", {
    name: t(lang, isMobile ? "sections.map.areaShort" : "sections.map.area"),
    exact: true,
  });
  const tools = area.locator("..").locator("label, button");
  const top = (await map.boundingBox())?.y ?? 0;
  for (const tool of await tools.all()) {
    const box = await tool.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top + 1);
    // An icon has a word.
    await expect(tool.getByText(/\S/).filter({ visible: true }).first()).toBeVisible();
  }
  await price.press("Enter");
  await area.click();
  const panel = main.getByRole("group", { name: t(lang, "sections.map.area") });
  await expect(panel).toBeVisible();
  await expect(main.locator("section:has(> article)")).toHaveCount(0);
  const draw = panel.getByRole("button").first();
  expect(
    await draw.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  ).toBe(true);
});

/** Whether an element lies within another one and within the window. */
async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  const [box, bounds] = [await inner.boundingBox(), await outer.boundingBox()];
  const window = inner.page().viewportSize();
  if (!box || !bounds || !window) return false;
  return (
    box.x >= Math.max(0, bounds.x) &&
    box.y >= Math.max(0, bounds.y) &&
    box.x + box.width <= Math.min(window.width, bounds.x + bounds.width) &&
    box.y + box.height <= Math.min(window.height, bounds.y + bounds.height)
  );
}

test("an area that is drawn, around the centre or of a list is a filter", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "the width does not matter");
  await setConsent(page);
  await visit(page, "/properties/?map=36.44,-5.06,36.56,-4.83");
  const main = page.getByRole("main");
  const summary = main.getByRole("status").first();
  const whole = (await summary.textContent()) ?? "";
  const tools = main.getByRole("button", { name: t("en", "sections.map.area") });
  await tools.click();
  await expectAccessible(page);
  await main.getByRole("button", { name: t("en", "sections.map.draw") }).click();
  await expect(main).toContainText(t("en", "sections.map.drawHint"));
  const box = await main.locator("canvas").boundingBox();
  if (!box) throw new Error("the map has no canvas");
  const at = (step: number): [number, number] => [
    box.x + box.width / 2 + 180 * Math.cos((step * Math.PI) / 8),
    box.y + box.height / 2 + 120 * Math.sin((step * Math.PI) / 8),
  ];
  await expect(main.locator("canvas")).toHaveCSS("cursor", "crosshair");
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= 15; step++) await page.mouse.move(...at(step));
  await page.mouse.up();
  await expect(page).toHaveURL(/s_area=/);
  const chips = page.getByRole("list", { name: t("en", "ui.search.inForce") });
  await expect(chips).toContainText(t("en", "search.chip.area"));
  await expect(summary).not.toHaveText(whole);

  await tools.click();
  await main.getByRole("button", { name: "1 km" }).click();
  await expect(page).toHaveURL(/s_near=36\.\d+,-[\d.]+,1$/);
  await expect(chips).toContainText("1 km");
  await expect(summary).not.toHaveText(whole);

  await tools.click();
  await main.getByLabel(t("en", "sections.map.district")).selectOption({ index: 1 });
  await expect(page).toHaveURL(/[?&]s_(province|city|subarea)=\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(/s_near=/);
});

test("keyboard and screen reader: names of controls, the number of homes, the sheet of a phone", async ({
  page,
  isMobile,
}) => {
  const lang = langOf(isMobile);
  await setConsent(page);
  await visit(page, `${lang === "en" ? "" : "/es"}/properties/?map=on&s_near=36.5,-4.9,5`);
  const main = page.getByRole("main");
  // The canvas of MapLibre is a region of the same name.
  const map = main.getByRole("region", { name: t(lang, "sections.map.label") }).first();
  const pins = main.getByRole("list", { name: t(lang, "sections.map.pins") });
  await expect(pins.getByRole("button").first()).toBeVisible({ timeout: 30_000 });
  const board = map.locator("..");

  // The window has the whole circle, and a status tells the number of homes.
  const total = Number(
    /\d+/.exec((await main.getByRole("status").first().textContent()) ?? "")?.[0],
  );
  await expect(main).toContainText(
    new RegExp(`${total} (homes on the map|propiedades en el mapa)`),
  );

  const tool = main.getByRole("button", {
    name: t(lang, isMobile ? "sections.map.areaShort" : "sections.map.area"),
    exact: true,
  });
  await tool.focus();
  await page.keyboard.press("Enter");
  const spoken = (await board.ariaSnapshot()) + (await tool.locator("..").ariaSnapshot());
  expect(spoken).not.toMatch(/- (button|link|checkbox|combobox|list|group|region)(:| \[|$)/m);
  const short = isMobile ? "Short" : "";
  const controls = await tool.locator("..").ariaSnapshot();
  for (const name of ["follow", "area"])
    expect(controls).toContain(`"${t(lang, `sections.map.${name}${short}`)}`);
  for (const name of ["draw", "around", "district", "pins", "label"]) {
    expect(spoken).toContain(`"${t(lang, `sections.map.${name}`)}`);
  }
  await page.keyboard.press("Tab");
  await expect(main.getByRole("button", { name: t(lang, "sections.map.draw") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(main).toContainText(t(lang, "sections.map.drawHint"));
  await page.keyboard.press("Escape");
  await expect(main).not.toContainText(t(lang, "sections.map.drawHint"));
  await expect(tool).toBeFocused();

  if (!isMobile) return;
  const sheet = main.getByRole("region", { name: t(lang, "sections.map.list") });
  const toggle = sheet.getByRole("button", { expanded: false });
  const top = async () => (await sheet.boundingBox())?.y;
  // Its name is short at 390 px and long at 820 px.
  const tools = tool.or(
    main.getByRole("button", { name: t(lang, "sections.map.area"), exact: true }),
  );
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    const box = await map.boundingBox();
    expect(box?.y).toBeLessThan(200); // the tools stand above it
    expect(box?.height).toBeGreaterThan(height * 0.65);
    await expect(toggle).toHaveText(t(lang, "sections.map.showList"));
    await expect(toggle).toBeInViewport({ ratio: 1 });
    await toggle.focus();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    if (width === 390) await toggle.press("Enter");
    else await toggle.tap();
    await expect.poll(top).toBeLessThan(150);
    const close = sheet.getByRole("button", { expanded: true });
    await expect(close).toBeFocused();
    await expect(close).toHaveText(t(lang, "sections.map.showMap"));
    await expect(tools).toBeHidden();
    const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(sizes[0]).toBe(sizes[1]);
    await page.keyboard.press("Tab");
    expect(await sheet.evaluate((list) => list.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(toggle).toBeFocused();
    await expect(tools).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }

  // Back from a property returns to its place in the list.
  await toggle.press("Enter");
  await expectAccessible(page);
  await sheet.locator("[data-card]").nth(3).getByRole("link").first().click();
  await expect(page).not.toHaveURL(/s_near/);
  await page.goBack();
  await expect.poll(top, { timeout: 30_000 }).toBeLessThan(150);
  await expect(sheet.locator("[data-card]").nth(3)).toBeInViewport();
});

test("list and pins are in step; a card has all pictures; a visited pin is quieter", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "the pointer of a desktop");
  await setConsent(page);
  await visit(page, "/properties/?map=36.515,-4.93,36.53,-4.89"); // eight homes
  const main = page.getByRole("main");
  const pins = main.getByRole("list", { name: t("en", "sections.map.pins") });
  const marked = main.locator("[data-card][data-active]");
  // A home with several pictures. Its pin may be in a cluster, which the pointer on its card marks.
  const home = main.locator("[data-card]").filter({ hasText: "Villa Almenara" });
  const reveal = (pin: Locator) =>
    expect(async () => {
      if (!(await pin.isVisible())) {
        await home.hover();
        await pins.locator("button[data-active]").press("Enter");
      }
      await expect(pin).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 30_000 });
  await expect(pins.getByRole("button").first()).toBeVisible({ timeout: 30_000 });
  await home.hover();
  await expect(pins.locator("button[data-active]")).toHaveCount(1);
  const price = pins.getByRole("button", { name: /^Villa Almenara.*€$/ });
  await reveal(price);

  // Fewer homes make the page shorter: where the window shows little of the map, cards have no pictures.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(0, 0); // off the list: leaving a card would unmark the focused pin's
  const name = (await price.getAttribute("aria-label")) ?? "";
  await price.focus();
  await expect(marked).toHaveCount(1);
  expect(name).toContain((await marked.getByRole("link").first().textContent()) ?? "no title");

  await page.keyboard.press("Enter");
  const card = main.getByRole("region", { name: name.replace(/, [^,]*$/, "") });
  await expect(card).toBeFocused();
  const counter = card.getByRole("status");
  await expect(counter).toHaveText(/^1 of \d+$/);
  await card.getByRole("button", { name: t("en", "gallery.next") }).click();
  await expect(counter).toHaveText(/^2 of \d+$/);
  await expectAccessible(page);

  const title = await page.title();
  await card.getByRole("heading").getByRole("link").click();
  await expect(page).not.toHaveTitle(title);
  await page.goBack();
  await expect(page).toHaveTitle(title);
  await expect(pins.getByRole("button").first()).toBeVisible({ timeout: 30_000 });
  await reveal(pins.getByRole("button", { name: `${name}, ${t("en", "sections.map.visited")}` }));
});

test("the map of a property has the streets of an imported extract", async ({
  page,
  request,
  isMobile,
}) => {
  test.skip(isMobile, "the width does not matter");
  const program = resolve(import.meta.dirname, "..", process.env.ESTATE_BIN ?? "../bin/estate");
  const data = process.env.ESTATE_E2E_DATA ?? "";
  const file = test.info().outputPath("street.pmtiles");
  await writeFile(file, streetExtract(36.522, -4.9025));
  execFileSync(program, ["map", "import", file, "--data", data]);
  try {
    const style = async () => (await request.get("/_tiles/en/style.json")).text();
    await expect.poll(style, { timeout: 30_000, intervals: [1000] }).toContain("of the test");
    await setConsent(page);
    await visit(page, "/properties/building-plot-cascada-de-camojan/");
    await page.getByRole("button", { name: t("en", "property.exploreMap") }).click();
    const place = page.getByRole("heading", { name: t("en", "property.location") }).locator("..");
    const canvas = place.locator("canvas");
    await expect(canvas).toBeVisible();
    await expect(place).toContainText("contributors of the test");
    const points = place.getByRole("list", { name: t("en", "property.location") });
    await expect(points.getByRole("listitem")).toHaveText(/^Plot in Cascada de Camojan/);
    // The pin is in the middle; the street crosses every column to the right of it.
    const street = async () => columnsWith(await canvas.screenshot(), 2 / 3, 252);
    await expect.poll(street, { timeout: 30_000 }).toBeGreaterThan(0.9);
    await expectAccessible(page);
    await canvas.focus();
    const before = await canvas.screenshot();
    await page.keyboard.press("+");
    await expect.poll(async () => before.equals(await canvas.screenshot())).toBe(false);
  } finally {
    execFileSync(program, ["map", "remove", "--data", data]);
  }
});

/** The share of columns to the right of a part of a picture that have a pixel as light as a street. */
async function columnsWith(picture: Buffer, from: number, light: number): Promise<number> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const first = Math.ceil(info.width * from);
  const found = new Set<number>();
  for (let at = 0; at < data.length; at += info.channels) {
    const column = (at / info.channels) % info.width;
    const lit = data.subarray(at, at + 3).every((channel) => channel >= light);
    if (column >= first && lit) found.add(column);
  }
  return found.size / (info.width - first);
}

test("third-party tiles load after a click, with their credit", async ({ page, isMobile }) => {
  test.skip(isMobile, "the width does not matter");
  await setConsent(page);
  const tile = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const requests: string[] = [];
  await page.route("**/streets/**", async (route) => {
    requests.push(new URL(route.request().url()).pathname);
    await route.fulfill({ body: tile, contentType: "image/png" });
  });
  await page.route("**/_tiles/en/service.json", (route) =>
    route.fulfill({
      json: {
        version: 8,
        sources: {
          service: {
            type: "raster",
            tiles: [`${new URL(route.request().url()).origin}/streets/{z}/{x}/{y}.png`],
            tileSize: 256,
            attribution: "Street makers",
          },
        },
        layers: [{ id: "service", type: "raster", source: "service" }],
      },
    }),
  );
  const tiles = { url: "", host: "streets.example.test", credit: { href: "", text: "" } };
  await page.route("**/properties/?map=on*", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const map = '"map":"/_map';
    await route.fulfill({
      response,
      body: body.replace(map, `"tiles":${JSON.stringify(tiles)},${map}`),
    });
  });
  await visit(page, "/properties/?map=on");
  const main = page.getByRole("main");
  await expect(main).toContainText("streets.example.test");
  expect(requests).toEqual([]);
  await main.getByRole("button", { name: t("en", "sections.map.streets") }).click();
  await expect.poll(() => requests.length).toBeGreaterThan(1);
  expect(requests[0]).toMatch(/^\/streets\/\d+\/\d+\/\d+\.png$/);
  await expect(main).toContainText("Street makers");
  await main.getByRole("button", { name: t("en", "sections.map.noStreets") }).click();
  await expect(main).not.toContainText("Street makers");
});
