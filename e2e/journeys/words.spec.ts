import { decided, expect, test, visit } from "../watched.ts";
import { word } from "../words.ts";

test("the words of a language that is not bundled are fetched when a page speaks it", async ({
  page,
}) => {
  await decided(page);
  const asked: string[] = [];
  await page.route("**/_view/legal/", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { view: { ...answer.view, lang: "fr" } } });
  });
  await page.route("**/locales/**", async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    if (asked.at(-1) === "/locales/fr/common.json")
      await route.fulfill({ json: { skip: "Aller au contenu" } });
    else await route.continue();
  });
  await visit(page, "/privacy-policy/");
  expect(asked).toEqual([]);
  await page.getByRole("contentinfo").locator(`a[href="/legal/"]`).first().click();
  await expect(page).toHaveURL(/\/legal\/$/);
  await expect(page.locator(".skip-link")).toHaveText("Aller au contenu");
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toContain("/locales/fr/menu.json");
  // The placeholder languages have no words yet: the fallback's stand in.
  await expect(page.getByRole("contentinfo")).toContainText(word("en", "ui.footer.contact"));
});
