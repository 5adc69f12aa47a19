import { expect, expectAccessible, isBelowMenu, setConsent, test, visit } from "../fixtures.ts";
import { chooseValue, openAdvancedFilters, openSearchForm, submit } from "../search-form.ts";
import { LANGS, t } from "../translations.ts";

for (const lang of LANGS) {
  const root = lang === "en" ? "" : "/es";
  const label = (key: string) => t(lang, `search.field.${key}`);

  test.describe(`the search panel in ${lang}`, () => {
    test.beforeEach(async ({ page }) => {
      await setConsent(page);
      await visit(page, `${root}/properties/`);
    });

    test("the maximum price is never below the minimum", async ({ page }) => {
      const form = await openAdvancedFilters(page, lang);
      const from = form.getByLabel(label("priceFrom"), { exact: true });
      const to = form.getByLabel(label("priceTo"), { exact: true });
      await from.selectOption("1000000");
      await expect(to.locator("option[value='900000']")).toBeDisabled();
      await expect(to.locator("option[value='1000000']")).toBeEnabled();
      await to.selectOption("2000000");
      await expect(from.locator("option[value='2250000']")).toBeDisabled();
      await submit(form);
      await expect(page).toHaveURL(`${root}/properties/?price_from=1000000&price_to=2000000`);
    });

    test("city and province are one field", async ({ page }) => {
      const form = await openSearchForm(page, lang);
      await chooseValue(form, label("location"), "700");
      await chooseValue(form, label("location"), "636");
      await submit(form);
      await expect(page).toHaveURL(`${root}/properties/?s_province=636`);
    });

    test("several places and types are chosen at once, with a search within the places", async ({
      page,
    }) => {
      const form = await openSearchForm(page, lang);
      const opener = form.getByRole("button", { name: new RegExp(`^${label("location")}: `) });
      await opener.click();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await chooseValue(form, label("type"), "15");
      await chooseValue(form, label("type"), "7");
      await opener.click();
      const places = form.getByRole("group", { name: label("location"), exact: true });
      await expect(places).not.toContainText("(0)");
      await places.getByRole("searchbox").fill("andalucia");
      await places.getByRole("checkbox", { name: /^Nueva Andaluc/ }).check();
      await places.getByRole("searchbox").fill(lang === "en" ? "golden" : "oro");
      await places.getByRole("checkbox", { name: /Golden Mile|Milla de Oro/ }).check();
      await page.keyboard.press("Escape");
      await expect(places).toBeHidden();
      await submit(form);
      await expect(page).toHaveURL(/\?s_city=\d+,\d+&s_type=15,7$/);
      const chips = page.getByRole("list", { name: t(lang, "ui.search.inForce") });
      await expect(chips.getByRole("listitem")).toHaveCount(5); // four filters, and all at once
    });

    test("features are boxes, each once", async ({ page }) => {
      const form = await openAdvancedFilters(page, lang);
      const boxes = form.getByRole("group", { name: label("features"), exact: true });
      await boxes.getByRole("checkbox").first().check();
      await boxes.getByRole("checkbox").nth(1).check();
      await expect(
        form.getByRole("checkbox", { name: lang === "en" ? /^Sea views/ : /^Vistas al mar/ }),
      ).toHaveCount(1);
      await submit(form);
      await expect(page).toHaveURL(/s_features=[a-z0-9-]+,[a-z0-9-]+$/);
    });

    test("the counts follow the chosen options before submit", async ({ page }) => {
      const form = await openSearchForm(page, lang);
      await form.getByRole("button", { name: new RegExp(`^${label("type")}: `) }).click();
      const villas = form
        .getByRole("group", { name: label("type"), exact: true })
        .locator("label", { has: page.locator("input[value='15']") });
      const before = await villas.textContent();
      await page.keyboard.press("Escape");
      await form.getByLabel(label("beds"), { exact: true }).selectOption("6");
      await form.getByRole("button", { name: new RegExp(`^${label("type")}: `) }).click();
      await expect(villas).not.toHaveText(before ?? "");
      expect(new URL(page.url()).pathname).toBe(`${root}/properties/`);
    });

    for (const { what, beds, url } of [
      { what: "results", beds: "", url: "s_type=15" },
      { what: "no results", beds: "8", url: "price_to=100000&s_beds=8&s_type=15" },
    ])
      test(`after a search the whole bar of ${what} stands below the sticky search bar`, async ({
        page,
      }) => {
        const form = await openSearchForm(page, lang);
        await chooseValue(form, label("type"), "15");
        if (beds) {
          await form.getByLabel(label("beds"), { exact: true }).selectOption(beds);
          await form.getByLabel(label("priceTo"), { exact: true }).selectOption("100000");
        }
        await submit(form);
        await expect(page).toHaveURL(`${root}/properties/?${url}`);
        const clear = () =>
          page.evaluate(() => {
            const bar = document.querySelector("[data-results-bar]")?.getBoundingClientRect();
            const search = document.querySelector("[data-search-bar]")?.getBoundingClientRect();
            if (!bar || !search) return "no bar";
            const gap = Math.round(bar.top - search.bottom);
            return gap >= 0 && gap < 40 && bar.bottom <= innerHeight && scrollY > 0
              ? "clear"
              : `${gap} px below the search bar at ${scrollY} px`;
          });
        await expect.poll(clear).toBe("clear");
      });

    test("a search has the default order not in the link", async ({ page }) => {
      const form = await openSearchForm(page, lang);
      await chooseValue(form, label("type"), "15");
      await submit(form);
      await expect(page).toHaveURL(`${root}/properties/?s_type=15`);
      const sort = page.getByRole("main").getByLabel(t(lang, "search.field.sort"));
      await sort.selectOption("price_low");
      await expect(page).toHaveURL(`${root}/properties/?s_type=15&sort_by=price_low`);
      await sort.selectOption({ index: 0 });
      await expect(page).toHaveURL(`${root}/properties/?s_type=15`);
    });

    test("chips remove one filter, then all", async ({ page }) => {
      await visit(page, `${root}/properties/?s_beds=3&s_type=15`);
      const chips = page.getByRole("list", { name: t(lang, "ui.search.inForce") });
      await chips
        .getByRole("link", { name: t(lang, "ui.search.remove", { filter: "Villas" }) })
        .click();
      await expect(page).toHaveURL(`${root}/properties/?s_beds=3`);
      await chips.getByRole("link", { name: t(lang, "ui.search.clear") }).click();
      await expect(page).toHaveURL(`${root}/properties/`);
      await expect(chips).toHaveCount(0);
    });

    test("below the menu breakpoint the form is a sheet whose button has the result summary", async ({
      page,
    }) => {
      test.skip(!isBelowMenu(page), "a wide window shows the form");
      const form = await openSearchForm(page, lang);
      const sheet = page.getByRole("dialog", { name: t(lang, "ui.search.filters") });
      await expect(sheet).toBeVisible();
      const box = await sheet.boundingBox();
      expect(box?.height).toBe(page.viewportSize()?.height);
      await expectAccessible(page);
      const show = form.locator("button[type=submit]");
      const all = await show.textContent();
      expect(all).toMatch(/\d/);
      await chooseValue(form, label("type"), "15");
      await expect(show).not.toHaveText(all ?? "");
      const announced = /[\d.]+/.exec((await show.textContent()) ?? "")?.[0] ?? "";
      await show.click();
      await expect(sheet).toBeHidden();
      await expect(page).toHaveURL(`${root}/properties/?s_type=15`);
      await expect(page.getByRole("main").getByRole("status").first()).toContainText(announced);
      await openSearchForm(page, lang);
      await page.keyboard.press("Escape");
      await expect(sheet).toBeHidden();
      await expect(
        page.getByRole("button", { name: new RegExp(`^${t(lang, "ui.search.filters")}`) }),
      ).toBeFocused();
    });
  });
}

test("with forced refresh every change navigates at once", { tag: "@any-width" }, async ({
  page,
}) => {
  await setConsent(page);
  await page.route("**/properties/", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({
      response,
      body: body.replace('"forcedRefresh":false', '"forcedRefresh":true'),
    });
  });
  await visit(page, "/properties/");
  const choose = async (field: string, value: string) => {
    const form = await openSearchForm(page, "en");
    await form.getByLabel(t("en", `search.field.${field}`), { exact: true }).selectOption(value);
  };
  await chooseValue(await openSearchForm(page, "en"), t("en", "search.field.type"), "15");
  await expect(page).toHaveURL("/properties/?s_type=15");
  // The focus stays in the form, and the form in its sheet.
  const form = page.getByRole("search", { name: t("en", "ui.search.label") }).first();
  await expect(form).toBeVisible();
  await expect(page.getByRole("main").getByRole("status").first()).toContainText(/^\d+ /);
  const beds = form.getByLabel(t("en", "search.field.beds"), { exact: true });
  await beds.focus();
  await choose("beds", "3");
  await expect(page).toHaveURL("/properties/?s_beds=3&s_type=15");
  await expect(beds).toBeFocused();
  await expect(beds).toHaveValue("3");
  if (!isBelowMenu(page)) return;
  await submit(form);
  await expect(page.getByRole("dialog")).toBeHidden();
  await openSearchForm(page, "en");
  await form.getByRole("button", { name: t("en", "ui.search.clear") }).click();
  await expect(page).toHaveURL("/properties/");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test.describe("the reference field", () => {
  test.beforeEach(async ({ page }) => {
    await setConsent(page);
    await visit(page, "/properties/");
  });

  const box = async (page: Parameters<typeof openSearchForm>[0]) => {
    const form = await openAdvancedFilters(page, "en");
    return form.getByRole("combobox", { name: t("en", "ui.search.reference"), exact: true });
  };

  test("has a placeholder, an option for the typed text, and similar references", {
    tag: "@any-width",
  }, async ({ page }) => {
    const field = await box(page);
    await expect(field).toHaveAttribute("placeholder", "Write the reference");
    await field.fill("zre1o41p");
    const options = page.getByRole("listbox").getByRole("option");
    await expect(options).toHaveText([/^ZRE1041P/, "Search for Ref. zre1o41p"]);
    await field.press("ArrowDown");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await expectAccessible(page);
    await field.press("Enter");
    await expect(page).toHaveURL("/properties/las-brisas-villa-lakeside/");
  });

  test("has one option for a reference in another case", { tag: "@any-width" }, async ({
    page,
  }) => {
    const field = await box(page);
    await field.fill("zre1041p");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["ZRE1041P"]);
  });

  test("an unknown reference shows a message, clears the field and offers a similar one", {
    tag: "@any-width",
  }, async ({ page }) => {
    const field = await box(page);
    await field.fill("zre1o41p");
    await page.getByRole("option", { name: "Search for Ref. zre1o41p" }).click();
    await expect(
      page
        .locator("[role=status]")
        .filter({ hasText: "Property not found! Try another reference" }),
    ).toHaveCount(1);
    await expect(field).toHaveValue("");
    await page.getByRole("link", { name: /^ZRE1041P/ }).click();
    await expect(page).toHaveURL("/properties/las-brisas-villa-lakeside/");
  });

  for (const height of [844, 568])
    test(`no option is covered by the button of the sheet (${height})`, async ({ page }) => {
      test.skip(!isBelowMenu(page), "a wide window has no sheet");
      await page.setViewportSize({ width: 390, height });
      const field = await box(page);
      await field.fill("zre1");
      const options = page.getByRole("listbox").getByRole("option");
      await expect(options).toHaveCount(6);
      const covered = () =>
        options.evaluateAll((all) =>
          all
            .filter((option) => {
              const { left, width, top, bottom } = option.getBoundingClientRect();
              return [top + 2, (top + bottom) / 2, bottom - 2].some(
                (y) => !option.contains(document.elementFromPoint(left + width / 2, y)),
              );
            })
            .map((option) => option.textContent),
        );
      await expect.poll(covered).toEqual([]);
    });

  test("the active option is visible", async ({ page }) => {
    const field = await box(page);
    await field.fill("zre1");
    const options = page.getByRole("listbox").getByRole("option");
    await expect(options).toHaveCount(6);
    await field.press("ArrowUp");
    await expect(options.last()).toHaveAttribute("aria-selected", "true");
    await expect
      .poll(() =>
        options.last().evaluate((option) => {
          const { left, width, top, height } = option.getBoundingClientRect();
          return option.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }),
      )
      .toBe(true);
  });

  test("a toast is above the sheet", async ({ page }) => {
    test.skip(!isBelowMenu(page), "a wide window has no sheet");
    const field = await box(page);
    await field.fill("ZZZ9");
    await field.press("Enter");
    // Elements below a modal dialog cannot be hit, so the test checks the top layer.
    const toast = page.locator("[role=status] [popover]");
    await expect(toast).toHaveText("Property not found! Try another reference");
    expect(await toast.evaluate((message) => message.matches(":popover-open"))).toBe(true);
  });

  test("a chosen option clears it", { tag: "@any-width" }, async ({ page }) => {
    const field = await box(page);
    await field.fill("zre10");
    await field.press("Escape");
    await chooseValue(await openSearchForm(page, "en"), t("en", "search.field.type"), "15");
    await expect(field).toHaveValue("");
  });

  test.describe("with a failed lookup", () => {
    test.use({ allowedErrors: [/lookup failed|Failed to load resource/] });

    test("shows a message, logs the error and keeps the text", { tag: "@any-width" }, async ({
      page,
      errors,
    }) => {
      await page.route("**/get_reference**", (route) => route.abort());
      const field = await box(page);
      await field.fill("ZRE1041P");
      await field.press("Enter");
      await expect(
        page.locator("[role=status]").filter({ hasText: t("en", "ui.search.referenceFailed") }),
      ).toHaveCount(1);
      await expect(field).toHaveValue("ZRE1041P");
      expect(errors.some((error) => error.includes("reference lookup failed"))).toBe(true);
    });
  });
});

test("a press on Filters before the scripts have loaded opens them", async ({ page }) => {
  test.skip(!isBelowMenu(page), "a wide window has the filters in the page");
  let load = () => {};
  const pressed = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/assets/entry-client-*.js", async (route) => {
    await pressed;
    await route.continue();
  });
  await setConsent(page);
  await page.goto("/properties/");
  const open = page.getByRole("button", { name: t("en", "ui.search.filters"), exact: true });
  await open.click();
  await expect(open).toHaveAttribute("aria-expanded", "false");
  load();
  await expect(page.getByRole("dialog", { name: t("en", "ui.search.filters") })).toBeVisible();
});
