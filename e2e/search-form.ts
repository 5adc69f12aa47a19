import type { Locator, Page } from "@playwright/test";
import { type Lang, t } from "./translations.ts";

/** The visible search form; on results of phones and tablets it opens the sheet. */
export async function openSearchForm(page: Page, lang: Lang): Promise<Locator> {
  const form = page.getByRole("search", { name: t(lang, "ui.search.label") }).first();
  const opener = page.getByRole("button", {
    name: new RegExp(`^${t(lang, "ui.search.filters")}`),
  });
  if ((await opener.isVisible()) && !(await form.isVisible())) await opener.click();
  return form;
}

/** Submits the form by its button. */
export const submit = (form: Locator): Promise<void> => form.locator("button[type=submit]").click();
