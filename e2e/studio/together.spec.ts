import { expect, lineOf, rowOf, signIn, test } from "./office.ts";

// The answer to a change that found another value.
test.use({ allowedErrors: [/status of 409/] });

test("two people change different fields of a property: both are saved", async ({
  page,
  browser,
  office,
  taken,
}) => {
  const row = await taken(5);
  const other = await (await browser.newContext({ baseURL: office.url })).newPage();
  await signIn(page.context(), office, office.owner);
  await signIn(other.context(), office, office.editor);
  for (const one of [page, other]) await one.goto(`/studio/properties/?q=${row.reference}`);
  await lineOf(other, row.reference)
    .getByRole("button", { name: /Estado de/ })
    .click();
  await other.getByRole("menuitemradio", { name: "Reservada" }).click();
  await expect(other.getByText(`${row.reference}: Reservada`)).toBeVisible();
  await lineOf(page, row.reference)
    .getByRole("button", { name: /Change the price/ })
    .click();
  await page.keyboard.type(String(row.price.amount + 5_000));
  await page.keyboard.press("Enter");
  await expect(page.getByText("is now")).toBeVisible();
  const after = await rowOf(office, row.reference);
  expect([after.price.amount, after.state]).toEqual([row.price.amount + 5_000, "reserved"]);
  await other.context().close();
});

test("two people change the same field: the second is asked, and nothing is lost", async ({
  page,
  browser,
  office,
  taken,
}) => {
  const row = await taken(6);
  const [first, second] = [row.price.amount + 5_000, row.price.amount + 7_000];
  const other = await (await browser.newContext({ baseURL: office.url })).newPage();
  await signIn(page.context(), office, office.owner);
  await signIn(other.context(), office, office.editor);
  for (const one of [page, other]) await one.goto(`/studio/properties/?q=${row.reference}`);
  await lineOf(other, row.reference)
    .getByRole("button", { name: /Cambiar el precio/ })
    .click();
  await other.keyboard.type(String(first));
  await other.keyboard.press("Enter");
  await expect(other.getByText(`${row.reference}: de`)).toBeVisible();
  await lineOf(page, row.reference)
    .getByRole("button", { name: /Change the price/ })
    .click();
  await page.keyboard.type(String(second));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/Elena/)).toBeVisible();
  expect((await rowOf(office, row.reference)).price.amount).toBe(first);
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("is now")).toBeVisible();
  expect((await rowOf(office, row.reference)).price.amount).toBe(second);
  await other.context().close();
});
