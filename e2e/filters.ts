import type { Locator, Page } from "@playwright/test";
import { isPhone } from "./watched.ts";
import { type Lang, word } from "./words.ts";

/** The search form in sight; on a phone the results keep it in a sheet, which is opened. */
export async function filters(page: Page, lang: Lang): Promise<Locator> {
  const form = page.getByRole("search", { name: word(lang, "ui.search.label") }).first();
  const opener = page.getByRole("button", {
    name: new RegExp(`^${word(lang, "ui.search.filters")}`),
  });
  if (isPhone(page) && (await opener.isVisible()) && !(await form.isVisible()))
    await opener.click();
  return form;
}

/** Sends the form by its button, whatever it says. */
export const send = (form: Locator): Promise<void> => form.locator("button[type=submit]").click();
