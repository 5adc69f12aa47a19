import { expect, lineOf, rowOf, signIn, test } from "./office.ts";

const grouped = (amount: number) => String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ".");

test("a price is one click, a number and Enter; the site has it with the next request", async ({
  page,
  office,
  taken,
}) => {
  const row = await taken(0);
  const next = row.price.amount - 10_000;
  await signIn(page.context(), office, office.owner);
  await page.goto(`/studio/properties/?q=${row.reference}`);
  await lineOf(page, row.reference)
    .getByRole("button", { name: /Change the price/ })
    .click();
  await page.keyboard.type(`${next / 1000}k`);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`is now ${grouped(next)}`)).toBeVisible();
  expect(await (await page.request.get(row.link ?? "")).text()).toContain(grouped(next));
});

test("a price changes by keys alone", async ({ page, office, taken }) => {
  const row = await taken(1);
  const next = row.price.amount - 20_000;
  await signIn(page.context(), office, office.editor);
  await page.goto("/studio/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(row.reference);
  await page.getByRole("option", { name: row.reference }).first().waitFor();
  await page.keyboard.press("Enter");
  await expect(lineOf(page, row.reference)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("p");
  await page.keyboard.type(`${grouped(next)} €`);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`a ${grouped(next)}`)).toBeVisible();
  expect((await rowOf(office, row.reference)).price.amount).toBe(next);
});

test.describe("a jump of the price", () => {
  test.use({ allowedErrors: [/status of 422/] });

  test("asks first", async ({ page, office, taken }) => {
    const row = await taken(2);
    await signIn(page.context(), office, office.owner);
    await page.goto(`/studio/properties/?q=${row.reference}`);
    await lineOf(page, row.reference)
      .getByRole("button", { name: /Change the price/ })
      .click();
    await page.keyboard.type("100k");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Back" })).toBeFocused();
    await page.keyboard.press("Enter"); // one too many
    await expect(page.getByRole("textbox", { name: /Price of/ })).toHaveValue("100k");
    await page.keyboard.press("Escape");
    expect((await rowOf(office, row.reference)).price.amount).toBe(row.price.amount);
  });
});

test("a property is sold in two clicks, and undone", async ({ page, office, taken }) => {
  const row = await taken(3);
  await signIn(page.context(), office, office.owner);
  await page.goto(`/studio/properties/?q=${row.reference}`);
  await lineOf(page, row.reference)
    .getByRole("button", { name: /State of/ })
    .click();
  await page.getByRole("menuitemradio", { name: "Sold" }).click();
  await expect(page.getByText(`${row.reference}: Sold`)).toBeVisible();
  expect((await rowOf(office, row.reference)).state).toBe("sold");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("as it was before")).toBeVisible();
  const after = await rowOf(office, row.reference);
  expect([after.state, after.stored_state]).toEqual([row.state, row.stored_state]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a price changes in a sheet, by touch", async ({ page, office, taken }) => {
    const row = await taken(4);
    const next = row.price.amount - 15_000;
    await signIn(page.context(), office, office.editor);
    await page.goto(`/studio/properties/?q=${row.reference}`);
    await lineOf(page, row.reference)
      .getByRole("button", { name: /Cambiar el precio/ })
      .tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("textbox").fill(String(next));
    await sheet.getByRole("button", { name: "Guardar" }).tap();
    await expect(page.getByText(`a ${grouped(next)}`)).toBeVisible();
    await lineOf(page, row.reference)
      .getByRole("button", { name: /Estado de/ })
      .tap();
    await page.getByRole("menuitemradio", { name: "Reservada" }).tap();
    await expect(page.getByText(`${row.reference}: Reservada`)).toBeVisible();
    const after = await rowOf(office, row.reference);
    expect([after.price.amount, after.state]).toEqual([next, "reserved"]);
  });
});
