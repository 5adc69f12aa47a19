import type { Page } from "@playwright/test";
import { examplePage } from "../example-pages.ts";
import { expect, expectAccessible, isPhone, setConsent, test, visit } from "../fixtures.ts";
import { type Lang, t } from "../translations.ts";

test.use({ allowedErrors: [/422/] });

const tablet = { width: 820, height: 1180 };

/** A random client address: the rate limit is per address. */
const randomAddress = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join(".")}`;

test.beforeEach(async ({ page }) => {
  await setConsent(page);
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": randomAddress() });
});

/** The form of a viewing, with name, mail and the privacy policy filled in. */
async function formOf(page: Page, lang: Lang) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    t(lang, "letter.screen.viewing"),
  );
  const form = page.getByRole("form", { name: t(lang, "enquiry.title.viewing") });
  await form.getByLabel(t(lang, "enquiry.name"), { exact: true }).fill("Ana Gómez");
  await form.getByLabel(t(lang, "enquiry.mail"), { exact: true }).fill("ana@example.org");
  await form.getByRole("checkbox").check();
  const choices = form.getByRole("group", { name: t(lang, "letter.viewing.wish1") });
  return {
    form,
    day: choices.getByLabel(t(lang, "letter.viewing.day")),
    time: choices.getByLabel(t(lang, "letter.viewing.time")),
    send: form.getByRole("button", { name: t(lang, "enquiry.send") }),
  };
}

/** Waits longer than a bot: the server rejects forms that are filled in within a second. */
const waitAsVisitor = (page: Page) => page.waitForTimeout(1600);

test("a viewing of a development is requested with the keyboard", async ({ page }) => {
  test.skip(isPhone(page), "the keyboard is that of a desktop");
  const development = examplePage("development").es;
  await visit(page, development);
  await page
    .getByRole("link", { name: t("es", "property.viewing") })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  const { form, day, time, send } = await formOf(page, "es");
  await expect(form.locator(`a[href="${development}"]`)).toBeVisible();
  await send.press("Enter");
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleDescription(t("es", "letter.problem.dayMissing"));
  await expectAccessible(page);
  await day.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(day).not.toHaveValue("");
  await day.press("Tab");
  await expect(time).toBeFocused();
  await time.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(time).not.toHaveValue("");
  await waitAsVisitor(page);
  await send.press("Enter");
  const thanks = page.getByRole("status").filter({ hasText: t("es", "enquiry.sent") });
  await expect(thanks).toBeFocused();
  const answer = thanks.locator("..");
  await expect(answer).toContainText(t("es", "letter.viewing.thanks"));
  await expect(answer.locator(`a[href="${development}"]`)).toBeVisible();
  await expect(answer.getByText(/^\S+ \d+ de \S+, \d\d:\d\d$/)).toBeVisible();
  await expect(answer.getByText(t("es", "letter.summary.agent"))).toBeVisible();
  await expectAccessible(page);
});

test("a viewing of all favorites is requested", async ({ page }) => {
  if (!isPhone(page)) await page.setViewportSize(tablet);
  await page.addInitScript(() => localStorage.setItem("favorites", "[1041,1001]"));
  await visit(page, "/favorites/");
  await page.getByRole("link", { name: t("en", "sections.favorites.viewing") }).click();
  const { form, day, time, send } = await formOf(page, "en");
  await expect(form.getByRole("listitem").getByRole("link")).toHaveCount(2);
  await form.getByLabel(t("en", "letter.viewing.ways.phone")).check();
  await day.selectOption({ index: 1 });
  await time.selectOption({ index: 1 });
  await waitAsVisitor(page);
  await send.click();
  const phone = form.getByLabel(t("en", "enquiry.phone"), { exact: true });
  await expect(phone).toHaveAccessibleDescription(t("en", "letter.problem.phoneMissing"));
  await expectAccessible(page);
  await phone.fill("+34 600 000 000");
  await send.click();
  await expect(page.getByRole("status").filter({ hasText: t("en", "enquiry.sent") })).toBeFocused();
  await expectAccessible(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a viewing of a property is requested", async ({ page }) => {
    test.skip(!isPhone(page), "the form is the same at every width");
    const property = examplePage("property").en;
    await page.goto(property, { waitUntil: "domcontentloaded" });
    await page
      .getByRole("link", { name: t("en", "property.viewing") })
      .first()
      .click();
    const { form, day, send } = await formOf(page, "en");
    await expect(form.locator(`a[href="${property}"]`)).toBeVisible();
    await day.selectOption({ index: 1 });
    await waitAsVisitor(page);
    await send.click();
    const time = page.getByLabel(t("en", "letter.viewing.time")).first();
    await expect(time).toHaveAccessibleDescription(t("en", "letter.problem.timeMissing"));
    await time.selectOption({ index: 1 });
    await send.click();
    await expect(page).toHaveURL(/\/enquiry\/viewing\/thanks\/\?at=\d{8}-\d{4}&ids=\d+$/);
    const main = page.getByRole("main");
    await expect(page.getByText(t("en", "letter.screen.thanksViewing"))).toBeVisible();
    await expect(main.locator(`a[href="${property}"]`)).toBeVisible();
    await expect(main.getByText(t("en", "letter.summary.agent"))).toBeVisible();
    await main.getByRole("link", { name: t("en", "letter.screen.browse") }).click();
    await expect(page).toHaveURL("/properties/");
  });
});
