import { keepBackForwardCache, leaveAndReturn } from "../back-forward-cache.ts";
import { wholeBrowserOptions } from "../browser.ts";
import { examplePage } from "../example-pages.ts";
import { expect, setConsent, test, visit } from "../fixtures.ts";
import { t } from "../translations.ts";

test.use({ launchOptions: { ...wholeBrowserOptions(), ...keepBackForwardCache } });
test.skip(({ isMobile }) => isMobile, "the width does not matter");

const screens = [
  "home",
  "results",
  "property",
  "developments",
  "development",
  "city",
  "blog",
  "post",
  "page",
  "contact",
  "favorites",
];
const map = { name: "map of results", en: "/properties/?map=on" };
for (const { name, en } of [...screens.map(examplePage), map]) {
  test(`a step back from another document shows the page as it was: ${name}`, async ({ page }) => {
    await setConsent(page, "true");
    await visit(page, en);
    expect(await leaveAndReturn(page)).toBe("restored");
  });
}

test("a step back from another document shows the open gallery and map of a property", async ({
  page,
}) => {
  await setConsent(page, "true");
  await visit(page, examplePage("property").en);
  await page.getByRole("button", { name: t("en", "property.exploreMap") }).click();
  await expect(page.locator(".maplibregl-canvas")).toBeVisible();
  await page
    .getByRole("link", { name: new RegExp(t("en", "property.viewGallery")) })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await leaveAndReturn(page)).toBe("restored");
  await expect(page.getByRole("dialog")).toBeVisible();
});
