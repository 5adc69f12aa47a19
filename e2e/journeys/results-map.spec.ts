import { webGLOptions } from "../browser.ts";
import { expect, expectAccessible, setConsent, test, visit } from "../fixtures.ts";
import { type Lang, t } from "../translations.ts";

test.use({ launchOptions: webGLOptions() });

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
  const clusters = pins.getByRole("button", { name: /^\d+ (homes|propiedades) / });
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
  const found = main
    .getByRole("region")
    .filter({ has: page.getByRole("article") })
    .last();
  await expect(found).toBeFocused();
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

  await main.getByRole("button", { name: t(lang, "sections.map.whole") }).click();
  await expect(summary).toHaveText(all);
  await page.goBack();
  await expect(page).toHaveURL(results);
  await expect(pins).toHaveCount(0);
});

test("an area that is drawn, around the centre or of a list is a filter", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "the width does not matter");
  await setConsent(page);
  await visit(page, "/properties/?map=36.44,-5.06,36.56,-4.83");
  const main = page.getByRole("main");
  const summary = main.getByRole("status").first();
  const tools = main.getByRole("button", { name: t("en", "sections.map.area") });
  await tools.click();
  await expectAccessible(page);
  await main.getByRole("button", { name: t("en", "sections.map.draw") }).click();
  await expect(main).toContainText(t("en", "sections.map.drawHint"));
  const box = await main.locator("canvas").boundingBox();
  if (!box) throw new Error("the map has no canvas");
  const at = (step: number): [number, number] => [
    box.x + box.width / 2 + 180 * Math.cos((step * Math.PI) / 15),
    box.y + box.height / 2 + 120 * Math.sin((step * Math.PI) / 15),
  ];
  await expect(main.locator("canvas")).toHaveCSS("cursor", "crosshair");
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= 29; step++) await page.mouse.move(...at(step));
  await page.mouse.up();
  await expect(page).toHaveURL(/s_area=/);
  const chips = page.getByRole("list", { name: t("en", "ui.search.inForce") });
  await expect(chips).toContainText(t("en", "search.chip.area"));
  const drawn = await summary.textContent();

  await tools.click();
  await main.getByRole("button", { name: "1 km" }).click();
  await expect(page).toHaveURL(/s_near=36\.\d+,-[\d.]+,1$/);
  await expect(chips).toContainText("1 km");
  await expect(summary).not.toHaveText(drawn ?? "");

  await tools.click();
  await main.getByLabel(t("en", "sections.map.district")).selectOption({ index: 1 });
  await expect(page).toHaveURL(/[?&]s_(province|city|subarea)=\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(/s_near=/);
});

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
