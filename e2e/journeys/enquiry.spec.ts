import type { Page } from "@playwright/test";
import { place } from "../places.ts";
import { decided, expect, expectAccessible, test, visit } from "../watched.ts";
import { LANGS, type Lang, word } from "../words.ts";

/** Every journey is another visitor: the limit of messages is per address. */
const visitor = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join(".")}`;

const sell = {
  en: "/selling-your-property-in-marbella/",
  es: "/es/vender-su-propiedad-en-marbella/",
};

const form = (page: Page, lang: Lang, kind: string) =>
  page.getByRole("form", { name: word(lang, `enquiry.title.${kind}`) });

async function fillIn(page: Page, lang: Lang, kind: string, message: string) {
  const fields = form(page, lang, kind);
  await fields.getByLabel(word(lang, "enquiry.name"), { exact: true }).fill("Ana Gómez");
  await fields.getByLabel(word(lang, "enquiry.mail"), { exact: true }).fill("ana@example.org");
  await fields.getByLabel(word(lang, "enquiry.message"), { exact: true }).fill(message);
  await fields.getByRole("checkbox").check();
  return fields;
}

/** Nobody fills a form in within a second, and who does is taken for a robot. */
const take = (page: Page) => page.waitForTimeout(1600);

test.beforeEach(async ({ page }) => {
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": visitor() });
});

for (const lang of LANGS) {
  test.describe(`in ${lang}`, () => {
    test("a question about a home is taken without leaving the page", async ({ page }) => {
      await decided(page);
      await visit(page, place("property")[lang]);
      const fields = await fillIn(page, lang, "property", `May I visit? ${Math.random()}`);
      await take(page);
      await fields.getByRole("button", { name: word(lang, "enquiry.send") }).click();
      const thanks = page.getByRole("status").filter({ hasText: word(lang, "enquiry.sent") });
      await expect(thanks).toBeFocused();
      await expect(page).toHaveURL(place("property")[lang]);
      await page.getByRole("button", { name: word(lang, "enquiry.another") }).click();
      await expect(
        form(page, lang, "property").getByLabel(word(lang, "enquiry.message")),
      ).toHaveValue("");
    });

    test.describe("with an error on purpose", () => {
      test.use({ excused: [/422/] });

      test("what is wrong is said at the field, and the text stays", async ({ page }) => {
        await decided(page);
        await visit(page, sell[lang]);
        const fields = await fillIn(page, lang, "sell", "Four rooms by the sea");
        const mail = fields.getByLabel(word(lang, "enquiry.mail"), { exact: true });
        await mail.fill("ana@nowhere");
        await fields.getByRole("button", { name: word(lang, "enquiry.send") }).click();
        await expect(mail).toBeFocused();
        await expect(mail).toHaveAccessibleDescription(word(lang, "letter.problem.mailWrong"));
        await expect(fields.getByLabel(word(lang, "enquiry.message"))).toHaveValue(
          "Four rooms by the sea",
        );
        await expectAccessible(page);
        await mail.fill("ana@example.org");
        await take(page);
        await fields.getByRole("button", { name: word(lang, "enquiry.send") }).click();
        await expect(
          page.getByRole("status").filter({ hasText: word(lang, "enquiry.sent") }),
        ).toBeVisible();
      });
    });
  });
}

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false, excused: [/422/] });

  for (const lang of LANGS) {
    test(`the contact form is sent, corrected and thanked for in ${lang}`, async ({ page }) => {
      await page.goto(place("contact")[lang]);
      let fields = await fillIn(page, lang, "contact", "When are you open?");
      await fields.getByLabel(word(lang, "enquiry.phone"), { exact: true }).fill("12");
      await fields.getByRole("button", { name: word(lang, "enquiry.send") }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        word(lang, "letter.screen.wrong"),
      );
      fields = form(page, lang, "contact");
      const phone = fields.getByLabel(word(lang, "enquiry.phone"), { exact: true });
      await expect(phone).toHaveAccessibleDescription(word(lang, "letter.problem.phoneWrong"));
      await expect(phone).toBeFocused();
      await expect(fields.getByLabel(word(lang, "enquiry.message"))).toHaveValue(
        "When are you open?",
      );
      await expect(fields.getByRole("checkbox")).toBeChecked();
      await phone.fill("+34 600 100 200");
      await fields.getByRole("button", { name: word(lang, "enquiry.send") }).click();
      await expect(page).toHaveURL(`${lang === "en" ? "" : "/es"}/enquiry/thanks/`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        word(lang, "letter.screen.thanks"),
      );
      const other = lang === "en" ? "es" : "en";
      await expect(page.locator(`a[hreflang=${other}]`).first()).toHaveAttribute(
        "href",
        `${other === "en" ? "" : "/es"}/enquiry/thanks/`,
      );
    });
  }
});
