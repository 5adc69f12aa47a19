import { expect, expectAccessible, setConsent, test, visit } from "../fixtures.ts";
import { LANGS, type Lang, t } from "../translations.ts";

const PAGES: Record<Lang, string> = {
  en: "/selling-your-property-in-marbella/",
  es: "/es/vender-su-propiedad-en-marbella/",
};

test.use({ allowedErrors: [/422/] });

test.beforeEach(async ({ page }) => {
  await setConsent(page);
  const part = () => Math.floor(Math.random() * 256);
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": `10.${part()}.${part()}.${part()}` });
});

for (const lang of LANGS) {
  test(`an owner leaves a telephone number on the first screen, ${lang}`, async ({ page }) => {
    await visit(page, PAGES[lang]);
    const main = page.getByRole("main");
    await expect(page.locator("[data-search-bar]")).toHaveCount(0);
    const form = main.getByRole("form", { name: t(lang, "enquiry.call.title") });
    const name = form.getByLabel(t(lang, "enquiry.name"), { exact: true });
    const phone = form.getByLabel(t(lang, "enquiry.phone"), { exact: true });
    await expect(name).toBeInViewport({ ratio: 1 });
    await expect(phone).toBeInViewport({ ratio: 1 });
    await expect(form.getByLabel(t(lang, "enquiry.mail"), { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await name.fill("Ana Gómez");
    await form.getByRole("checkbox").check();
    await form.getByLabel(t(lang, "enquiry.call.time")).selectOption({ index: 1 });
    await page.waitForTimeout(1600); // longer than a bot needs
    const send = form.getByRole("button", { name: t(lang, "enquiry.call.send") });
    await send.click();
    await expect(form.getByText(t(lang, "letter.problem.noWayToAnswer")).last()).toBeVisible();
    await phone.fill("+34 600 000 000");
    await send.click();
    await expect(
      page.getByRole("status").filter({ hasText: t(lang, "enquiry.sent") }),
    ).toBeFocused();
  });

  test(`a button leads to the form about the home, ${lang}`, async ({ page }) => {
    await visit(page, PAGES[lang]);
    await page.getByRole("link", { name: t(lang, "enquiry.call.toForm") }).click();
    await expect(page.getByRole("form", { name: t(lang, "enquiry.title.sell") })).toBeInViewport();
  });
}
