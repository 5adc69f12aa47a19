import type { Page } from "@playwright/test";
import { examplePage } from "../example-pages.ts";
import { expect, expectAccessible, setConsent, test, visit } from "../fixtures.ts";
import { LANGS, type Lang, t } from "../translations.ts";

/** A random client address: the rate limit is per address. */
const randomAddress = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join(".")}`;

const sell = {
  en: "/selling-your-property-in-marbella/",
  es: "/es/vender-su-propiedad-en-marbella/",
};

const form = (page: Page, lang: Lang, kind: string) =>
  page.getByRole("form", { name: t(lang, `enquiry.title.${kind}`) });

async function fillIn(page: Page, lang: Lang, kind: string, message: string) {
  const fields = form(page, lang, kind);
  await fields.getByLabel(t(lang, "enquiry.name"), { exact: true }).fill("Ana Gómez");
  await fields.getByLabel(t(lang, "enquiry.mail"), { exact: true }).fill("ana@example.org");
  await fields.getByLabel(t(lang, "enquiry.message"), { exact: true }).fill(message);
  await fields.getByRole("checkbox").check();
  return fields;
}

/** Waits longer than a bot: the server rejects forms that are filled in within a second. */
const waitAsVisitor = (page: Page) => page.waitForTimeout(1600);

test.beforeEach(async ({ page }) => {
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": randomAddress() });
});

for (const lang of LANGS) {
  test.describe(`in ${lang}`, () => {
    test("an enquiry about a property is sent without a page load", async ({ page }) => {
      await setConsent(page);
      await visit(page, examplePage("property")[lang]);
      const fields = await fillIn(page, lang, "property", `May I visit? ${Math.random()}`);
      await waitAsVisitor(page);
      await fields.getByRole("button", { name: t(lang, "enquiry.send") }).click();
      const thanks = page.getByRole("status").filter({ hasText: t(lang, "enquiry.sent") });
      await expect(thanks).toBeFocused();
      await expect(page).toHaveURL(examplePage("property")[lang]);
      const answer = thanks.locator("..");
      await expect(answer.locator(`a[href="${examplePage("property")[lang]}"]`)).toBeVisible();
      await expect(answer.getByText(t(lang, "letter.summary.agent"))).toBeVisible();
      await page.getByRole("button", { name: t(lang, "enquiry.another") }).click();
      await expect(form(page, lang, "property").getByLabel(t(lang, "enquiry.message"))).toHaveValue(
        "",
      );
    });

    test.describe("with an invalid field", () => {
      test.use({ allowedErrors: [/422/] });

      test("the error is shown at the field, and the values stay", async ({ page }) => {
        await setConsent(page);
        await visit(page, sell[lang]);
        const fields = await fillIn(page, lang, "sell", "Four rooms by the sea");
        const mail = fields.getByLabel(t(lang, "enquiry.mail"), { exact: true });
        await mail.fill("ana@nowhere");
        await fields.getByRole("button", { name: t(lang, "enquiry.send") }).click();
        await expect(mail).toBeFocused();
        await expect(mail).toHaveAccessibleDescription(t(lang, "letter.problem.mailWrong"));
        await expect(fields.getByLabel(t(lang, "enquiry.message"))).toHaveValue(
          "Four rooms by the sea",
        );
        await expectAccessible(page);
        await mail.fill("ana@example.org");
        await waitAsVisitor(page);
        await fields.getByRole("button", { name: t(lang, "enquiry.send") }).click();
        await expect(
          page.getByRole("status").filter({ hasText: t(lang, "enquiry.sent") }),
        ).toBeVisible();
      });
    });
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, allowedErrors: [/422/] });

  for (const lang of LANGS) {
    test(`the contact form is sent, corrected and accepted in ${lang}`, async ({ page }) => {
      await page.goto(examplePage("contact")[lang]);
      let fields = await fillIn(page, lang, "contact", "When are you open?");
      await fields.getByLabel(t(lang, "enquiry.phone"), { exact: true }).fill("12");
      await fields.getByRole("button", { name: t(lang, "enquiry.send") }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        t(lang, "letter.screen.wrong"),
      );
      fields = form(page, lang, "contact");
      const phone = fields.getByLabel(t(lang, "enquiry.phone"), { exact: true });
      await expect(phone).toHaveAccessibleDescription(t(lang, "letter.problem.phoneWrong"));
      await expect(phone).toBeFocused();
      await expect(fields.getByLabel(t(lang, "enquiry.message"))).toHaveValue("When are you open?");
      await expect(fields.getByRole("checkbox")).toBeChecked();
      await phone.fill("+34 600 100 200");
      await fields.getByRole("button", { name: t(lang, "enquiry.send") }).click();
      await expect(page).toHaveURL(`${lang === "en" ? "" : "/es"}/enquiry/thanks/`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        t(lang, "letter.screen.thanks"),
      );
      const other = lang === "en" ? "es" : "en";
      await expect(page.locator(`a[hreflang=${other}]`).first()).toHaveAttribute(
        "href",
        `${other === "en" ? "" : "/es"}/enquiry/thanks/`,
      );
    });
  }
});

for (const lang of LANGS)
  test(`an owner finds the form and describes the home (${lang})`, async ({ page }) => {
    await setConsent(page);
    await visit(page, examplePage("home")[lang]);
    await expect(page.getByRole("contentinfo").locator(`a[href="${sell[lang]}"]`)).toBeVisible();
    await expect(page.locator(`nav a[href="${sell[lang]}"]`).first()).toBeAttached();
    await visit(page, sell[lang]);
    const fields = await fillIn(page, lang, "sell", `By the sea ${Math.random()}`);
    await fields.getByLabel(t(lang, "enquiry.home.address")).fill("Calle Mayor 1");
    await fields
      .getByLabel(t(lang, "enquiry.home.type"))
      .selectOption(t(lang, "enquiry.home.types.villa"));
    await fields.getByLabel(t(lang, "enquiry.home.size")).fill("320");
    await fields
      .getByLabel(t(lang, "enquiry.home.wanted"))
      .selectOption(t(lang, "enquiry.home.wishes.value"));
    await expectAccessible(page);
    await waitAsVisitor(page);
    const request = page.waitForRequest((sent) => sent.method() === "POST");
    await fields.getByRole("button", { name: t(lang, "enquiry.send") }).click();
    const body = new URLSearchParams((await request).postData() ?? "");
    expect([body.get("address"), body.get("type"), body.get("size")]).toEqual([
      "Calle Mayor 1",
      t(lang, "enquiry.home.types.villa"),
      "320",
    ]);
    const thanks = page.getByRole("status").filter({ hasText: t(lang, "enquiry.sent") });
    await expect(thanks).toBeFocused();
  });
