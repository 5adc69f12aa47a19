import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { examplePage } from "../example-pages.ts";
import { test as base, expect, expectAccessible, visit } from "../fixtures.ts";
import { type MailServer, startMailServer, withoutQuotes } from "../mail-server.ts";
import { type Lang, t } from "../translations.ts";
import { acceptLink, type Person, signIn, startStudio } from "./office.ts";

type MailOffice = { url: string; owner: Person; server: MailServer };

/** An office whose site sends mails. */
const test = base.extend<Record<never, never>, { mailOffice: MailOffice }>({
  mailOffice: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "estate-office-"));
      const server = await startMailServer();
      const config = join(folder, "estate.toml");
      writeFileSync(
        config,
        `[smtp]\nhost = "127.0.0.1"\nport = ${server.port}\ntls = "none"\nfrom = "web@zero.example"\nto = ["office@zero.example"]\n`,
      );
      const { url, token, stop } = await startStudio("--config", config);
      const owner = await acceptLink(url, token, "Olivia", "en");
      await use({ url, owner, server });
      stop();
      server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ mailOffice }, use) => use(mailOffice.url),
});

/** Fills in what every form of the site asks for. A form that is sent within a second counts as a bot's. */
async function fillIn(page: Page, lang: Lang, kind: string, name: string, mail: string) {
  const url = new URL(page.url()).origin;
  await page.context().addCookies([{ name: "CookieConsent", value: "false", url }]);
  await page.reload();
  const form = page.getByRole("form", { name: t(lang, `enquiry.title.${kind}`) });
  await form.getByLabel(t(lang, "enquiry.name"), { exact: true }).fill(name);
  await form.getByLabel(t(lang, "enquiry.mail"), { exact: true }).fill(mail);
  await form.getByRole("checkbox").check();
  return form;
}

const sendAsVisitor = async (page: Page, lang: Lang, kind: string) => {
  await page.waitForTimeout(1600);
  const form = page.getByRole("form", { name: t(lang, `enquiry.title.${kind}`) });
  await form.getByRole("button", { name: t(lang, "enquiry.send") }).click();
  await expect(page.getByRole("status").filter({ hasText: t(lang, "enquiry.sent") })).toBeVisible();
};

/** The mails to an address so far. */
const mailsTo = ({ server }: MailOffice, address: string): string[] =>
  server.mails
    .filter((mail) => new RegExp(`^To: .*${address}`, "im").test(mail))
    .map(withoutQuotes);

test("an enquiry is answered, and the visitor receives the answer", async ({
  page,
  mailOffice,
}) => {
  await visit(page, examplePage("property").en);
  const form = await fillIn(page, "en", "property", "Charlotte Ash", "charlotte@example.org");
  await form
    .getByLabel(t("en", "enquiry.message"), { exact: true })
    .fill("Is the garden south facing?");
  await sendAsVisitor(page, "en", "property");

  await signIn(page.context(), mailOffice, mailOffice.owner);
  await page.goto("/studio/");
  await page.getByRole("link", { name: /Charlotte Ash/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Charlotte Ash" })).toBeVisible();
  await expect(page.getByText("Is the garden south facing?").first()).toBeVisible();
  await page.getByRole("button", { name: "First reply" }).click();
  const text = page.getByRole("textbox", { name: "Message" });
  await expect(text).toHaveValue(/^Dear Charlotte/);
  await text.press("ControlOrMeta+Home");
  await text.pressSequentially("Yes, it faces south. ");
  // What was written survives a reload.
  await page.reload();
  await expect(text).toHaveValue(/^Yes, it faces south\. Dear Charlotte/);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Your answer is on its way.")).toBeVisible();
  await expect(page.getByLabel("State")).toHaveValue("answered");
  await expect
    .poll(() => mailsTo(mailOffice, "charlotte@example.org").join("\n"), { timeout: 20_000 })
    .toContain("Yes, it faces south.");
  const answers = mailsTo(mailOffice, "charlotte@example.org").filter((mail) =>
    mail.includes("Yes, it faces south."),
  );
  expect(answers).toHaveLength(1);
  await expectAccessible(page);
});

test("a viewing is confirmed by touch at 390 px, and both receive the invitation", async ({
  browser,
  mailOffice,
}) => {
  const context = await browser.newContext({
    baseURL: mailOffice.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await visit(page, examplePage("property").es);
  await page
    .getByRole("link", { name: t("es", "property.viewing") })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    t("es", "letter.screen.viewing"),
  );
  const form = await fillIn(page, "es", "viewing", "Ana Gómez", "ana@example.org");
  const choice = form.getByRole("group", { name: t("es", "letter.viewing.wish1") });
  await choice.getByLabel(t("es", "letter.viewing.day")).selectOption({ index: 2 });
  await choice.getByLabel(t("es", "letter.viewing.time")).selectOption({ index: 1 });
  await sendAsVisitor(page, "es", "viewing");

  await signIn(context, mailOffice, mailOffice.owner);
  await page.goto("/studio/enquiries/");
  await page.getByRole("link", { name: /Ana Gómez/ }).tap();
  await page.getByRole("button", { name: "Confirm this time" }).first().tap();
  await expect(page.getByText("The invitation is on its way to both of you.")).toBeVisible();
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  for (const address of ["ana@example.org", mailOffice.owner.mail]) {
    await expect
      .poll(
        () => mailsTo(mailOffice, address).filter((mail) => /METHOD.REQUEST/i.test(mail)).length,
        {
          message: `invitations to ${address}`,
          timeout: 20_000,
        },
      )
      .toBe(1);
  }
  await context.close();
});

test("the inbox works by the keyboard alone, and a person is erased", async ({
  page,
  mailOffice,
}) => {
  for (const message of ["First letter", "Second letter"]) {
    await visit(page, examplePage("property").en);
    const form = await fillIn(page, "en", "property", "Bo Keyes", "bo@example.org");
    await form.getByLabel(t("en", "enquiry.message"), { exact: true }).fill(message);
    await sendAsVisitor(page, "en", "property");
  }
  await signIn(page.context(), mailOffice, mailOffice.owner);
  await page.goto("/studio/enquiries/?q=keyes");
  const rows = page.getByRole("link", { name: /Bo Keyes/ });
  await expect(rows).toHaveCount(2);
  await rows.first().focus();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Second letter").first()).toBeVisible();
  await page.getByLabel("Note for the team").focus();
  await page.keyboard.type("Calls on Monday");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Note saved.")).toBeVisible();
  await page.getByRole("button", { name: "Erase this person" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Erased: 2 enquiries, 0 saved searches.")).toBeVisible();
  await page.goto("/studio/enquiries/?q=keyes&state=all");
  await expect(page.getByText("No enquiry matches.")).toBeVisible();
  await page.goto("/studio/log/");
  await expect(page.getByText("erased a person’s data (2 enquiries)").first()).toBeVisible();
});
