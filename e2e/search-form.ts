import type { Locator, Page } from "@playwright/test";
import { isBelowMenu } from "./fixtures.ts";
import { type Lang, t } from "./translations.ts";

/** The visible search form; below the breakpoint --menu it opens the sheet of the results. */
export async function openSearchForm(page: Page, lang: Lang): Promise<Locator> {
  const form = page.getByRole("search", { name: t(lang, "ui.search.label") }).first();
  const opener = page.getByRole("button", {
    name: new RegExp(`^${t(lang, "ui.search.filters")}`),
  });
  if ((await opener.isVisible()) && !(await form.isVisible())) await opener.click();
  return form;
}

/** The visible search form with its advanced filters. The sheet shows them always. */
export async function openAdvancedFilters(page: Page, lang: Lang): Promise<Locator> {
  const form = await openSearchForm(page, lang);
  if (!isBelowMenu(page)) await form.getByText(t(lang, "ui.search.advanced")).click();
  return form;
}

/** Submits the form by its button. */
export const submit = (form: Locator): Promise<void> => form.locator("button[type=submit]").click();

/** Chooses a value of a field of several values: opens its list and presses its box. */
export async function chooseValue(form: Locator, label: string, value: string): Promise<void> {
  const field = form.getByRole("button", { name: new RegExp(`^${label}: `) });
  await field.click();
  await form
    .getByRole("group", { name: label, exact: true })
    .locator(`input[value="${value}"]`)
    .check();
  await field.click();
}
