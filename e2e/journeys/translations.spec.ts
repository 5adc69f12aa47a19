import { expect, setConsent, test, visit } from "../fixtures.ts";
import { t } from "../translations.ts";

test("a language without a chunk is fetched when a view uses it", { tag: "@any-width" }, async ({
  page,
}) => {
  await setConsent(page);
  const requests: string[] = [];
  await page.route("**/_view/legal/", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { view: { ...body.view, lang: "fr" } } });
  });
  await page.route("**/locales/**", async (route) => {
    requests.push(new URL(route.request().url()).pathname);
    if (requests.at(-1) === "/locales/fr/common.json")
      await route.fulfill({ json: { skip: "Aller au contenu" } });
    else await route.continue();
  });
  await visit(page, "/privacy-policy/");
  expect(requests).toEqual([]);
  await page.getByRole("contentinfo").locator(`a[href="/legal/"]`).first().click();
  await expect(page).toHaveURL(/\/legal\/$/);
  await expect(page.locator(".skip-link")).toHaveText("Aller au contenu");
  expect(new Set(requests).size).toBe(requests.length);
  expect(requests).toContain("/locales/fr/menu.json");
  // The language has no other translations, so the fallback is used.
  await expect(page.getByRole("contentinfo")).toContainText(t("en", "ui.footer.contact"));
});
