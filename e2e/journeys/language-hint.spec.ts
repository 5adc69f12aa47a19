import { expect, expectAccessible, setConsent, test, visit } from "../fixtures.ts";

test.use({ storageState: { cookies: [], origins: [] } });

for (const { lang, locale, from, to, words } of [
  {
    lang: "en",
    locale: "es-ES",
    from: "/about/",
    to: "/es/sobre-nosotros/",
    words: "Ver en español",
  },
  { lang: "es", locale: "en-GB", from: "/es/contacto/", to: "/contact/", words: "View in English" },
])
  test.describe(`${lang}: a page in another language than the browser's`, () => {
    test.use({ locale });

    test("has a line that leads to the same page and stays away when closed", async ({ page }) => {
      await setConsent(page);
      await visit(page, from);
      const hint = page.getByRole("link", { name: words, exact: true });
      await expect(hint).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);
      await hint.locator("..").getByRole("button").click();
      await expect(hint).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(hint).toHaveCount(0);
    });

    test("the line leads to the translation", async ({ page }) => {
      await setConsent(page);
      await visit(page, from);
      await page.getByRole("link", { name: words, exact: true }).click();
      await expect(page).toHaveURL(to);
      await expect(page.getByRole("link", { name: words, exact: true })).toHaveCount(0);
    });
  });
