import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  test as base,
  expect,
  expectAccessible,
  isPhone,
  setConsent,
  waitForHydration,
} from "../fixtures.ts";
import { type MailServer, startMailServer, withoutQuotes } from "../mail-server.ts";
import { freePort, serve } from "../serve.ts";
import { type Lang, t } from "../translations.ts";

type Site = { address: string; server: MailServer };

/** Tests on a site that sends mails. */
const test = base.extend<Record<never, never>, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter names
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), "estate-mail-"));
      const server = await startMailServer();
      const config = join(data, "estate.toml");
      writeFileSync(
        config,
        `[smtp]\nhost = "127.0.0.1"\nport = ${server.port}\ntls = "none"\nfrom = "web@example.com"\nto = ["office@example.com"]\n`,
      );
      const port = await freePort();
      const program = await serve(port, data, "--config", config);
      await use({ address: `http://127.0.0.1:${port}`, server });
      program.kill();
      server.close();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.address),
});

test.use({ allowedErrors: [/422/] });

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: "link" | "button" | "textbox") {
  const target = page.getByRole("main").getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return target;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}`);
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });

const search = "?s_beds=4&s_type=15";

/** Opens the results, focuses the link that saves the search, and follows it. */
async function openForm(page: Page, lang: Lang) {
  await page.goto(`${lang === "en" ? "" : "/es"}/properties/${search}`, {
    waitUntil: "domcontentloaded", // pictures of a new store take their time
  });
  await page
    .getByRole("link", { name: t(lang, "alert.link") })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(t(lang, "alert.title"));
}

/** Enters an address and sends the form. */
async function enterMail(page: Page, lang: Lang, address: string) {
  const mail = await tabTo(page, new RegExp(t(lang, "alert.mail")), "textbox");
  await mail.fill("");
  await page.keyboard.type(address);
  await page.keyboard.press("Enter");
}

/** The link of the confirmation in the mail to an address. */
async function confirmation({ address, server }: Site, to: string): Promise<string> {
  let link = "";
  await expect(() => {
    const mail = server.mails.map(withoutQuotes).find((text) => text.includes(`<${to}>`)) ?? "";
    link = /\/(?:es\/)?enquiry\/alert\/confirm\/\?t=[0-9a-f]+/.exec(mail)?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 20_000 });
  return address + link;
}

/** Saves and confirms a search by keyboard. */
async function saveSearch(page: Page, site: Site, lang: Lang, withAxe: boolean) {
  const address = `${lang}-${test.info().project.name}@example.org`;
  await openForm(page, lang);
  await enterMail(page, lang, "ana@nowhere");
  const mail = page.getByRole("textbox", { name: new RegExp(t(lang, "alert.mail")) });
  await expect(mail).toHaveAccessibleDescription(t(lang, "alert.problem.mailInvalid"));
  await expect(mail).toBeFocused();
  await expect(mail).toHaveValue("ana@nowhere");
  if (withAxe) await expectAccessible(page);
  await enterMail(page, lang, address);
  await expect(title(page)).toHaveText(t(lang, "alert.sent"));
  if (withAxe) await expectAccessible(page);
  await page.goto(await confirmation(site, address));
  await expect(title(page)).toHaveText(t(lang, "alert.confirm"));
  if (withAxe) await expectAccessible(page);
  await tabTo(page, t(lang, "alert.confirmButton"), "button");
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(t(lang, "alert.confirmed"));
}

for (const lang of ["en", "es"] as const) {
  const root = lang === "en" ? "" : "/es";

  test(`${lang}: a search can be saved in the first screen of results and of no results`, async ({
    page,
  }) => {
    await setConsent(page);
    for (const query of ["?s_type=15", "?price_to=100000&s_beds=8&s_type=15"]) {
      await page.goto(`${root}/properties/${query}`, { waitUntil: "domcontentloaded" });
      const link = page
        .getByRole("main")
        .getByRole("link", { name: t(lang, "alert.link") })
        .first();
      await expect(link).toBeInViewport({ ratio: 1 });
    }
  });

  test(`${lang}: homes like the saved ones can be a saved search`, async ({ page }) => {
    await setConsent(page);
    await page.goto(`${root}/properties/?s_type=15`, { waitUntil: "domcontentloaded" });
    await waitForHydration(page);
    await page
      .getByRole("main")
      .getByRole("button", { name: t(lang, "favorites.save") })
      .first()
      .click();
    await page.goto(`${root}/favorites/`);
    await page.getByRole("link", { name: t(lang, "alert.like") }).click();
    await expect(title(page)).toHaveText(t(lang, "alert.title"));
    await expect(page.getByRole("main")).toContainText("Villas");
  });
}

test("a search is saved from its results with the keyboard", { tag: "@any-width" }, async ({
  page,
  site,
}) => {
  await setConsent(page);
  await saveSearch(page, site, "en", true);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a search is saved", async ({ page, site }) => {
    if (!isPhone(page)) await page.setViewportSize({ width: 820, height: 1180 });
    await saveSearch(page, site, "es", false);
  });
});
