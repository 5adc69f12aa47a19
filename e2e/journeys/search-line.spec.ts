import { expect, expectAccessible, setConsent, test, waitForHydration } from "../fixtures.ts";
import { t } from "../translations.ts";

for (const [lang, home, sentence, link] of [
  [
    "en",
    "/",
    "4 bed villa in the Golden Mile with sea views under 3 M",
    "/properties/?price_to=3000000&s_beds=4&s_city=700&s_features=sea-views&s_offer=3&s_type=15",
  ],
  [
    "es",
    "/es/",
    "villa de 4 dormitorios en la Milla de Oro con vistas al mar hasta 3 M",
    "/es/properties/?price_to=3000000&s_beds=4&s_city=700&s_features=sea-views&s_offer=3&s_type=15",
  ],
] as const) {
  for (const script of [true, false]) {
    test.describe(`${lang}, ${script ? "with" : "without"} scripts`, () => {
      test.use({ javaScriptEnabled: script });

      test("the search line leads to results with a chip for each part", async ({ page }) => {
        await setConsent(page); // the banner may appear over the button
        await page.goto(home);
        if (script) await waitForHydration(page); // then the button of the panel submits the line
        await page.getByLabel(t(lang, "ui.search.sentence")).fill(sentence);
        const button = script
          ? page.getByRole("main").locator("button[type=submit]:visible")
          : page.getByRole("button", { name: t(lang, "ui.search.find"), exact: true }).first();
        await button.click();
        await expect(page).toHaveURL(link);
        const seaViews = lang === "en" ? "Sea views" : "Vistas al mar";
        await expect(
          page.getByRole("link", { name: t(lang, "ui.search.remove", { filter: seaViews }) }),
        ).toBeVisible();
      });
    });
  }
}

test("a word that is not understood is named above the results", { tag: "@any-width" }, async ({
  page,
}) => {
  await page.goto("/search/?q=villa+with+a+helipad");
  await expect(page).toHaveURL("/properties/?q=helipad&s_type=15");
  await expect(page.getByText(t("en", "search.hintText", { value: "helipad" }))).toBeVisible();
});

test("a party and a month become bedrooms and words of the enquiry", { tag: "@any-width" }, async ({
  page,
}) => {
  await setConsent(page);
  await page.goto("/search/?q=villa+for+4+people+in+august");
  await expect(page).toHaveURL("/properties/?q=4+people%2C+august&s_beds=2&s_type=15");
  await waitForHydration(page);
  await page.getByRole("article").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/archives\/|\/properties\/[^?]/);
  await expect(page.getByRole("textbox", { name: t("en", "enquiry.message") }).first()).toHaveValue(
    t("en", "enquiry.wish", { wish: "4 people, august" }),
  );
});

for (const [lang, path, text, suggestion, line] of [
  ["en", "/", "villa in the golden mi", "Golden Mile", "villa in the Golden Mile"],
  ["es", "/es/properties/", "villa en la milla de o", "Milla de Oro", "villa en la Milla de Oro"],
] as const) {
  test(`${lang}: the search line suggests what completes it`, async ({ page }) => {
    await setConsent(page);
    await page.goto(path);
    // On results of phones and tablets the search line is in the sheet of the filters.
    const filters = page.getByRole("button", { name: t(lang, "ui.search.filters") });
    if (await filters.isVisible()) {
      await waitForHydration(page);
      await filters.click();
    }
    await page.getByRole("textbox", { name: t(lang, "ui.search.sentence") }).focus();
    const combobox = page.getByRole("combobox", { name: t(lang, "ui.search.sentence") });
    await combobox.pressSequentially(text);
    const list = page.getByRole("listbox", { name: t(lang, "search.suggest.label"), exact: true });
    const option = list.getByRole("option", { name: suggestion });
    await expect(option).toBeInViewport();
    await expect(option).toContainText(t(lang, "search.field.location"));
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await expect(option).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(combobox).toHaveValue(line);
    await expect(option).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/s_city=700&s_type=15/);
  });
}
