import { callStudio, expect, lineOf, PASSWORD, rowOf, signIn, test } from "./office.ts";

test.describe("a session that ends", () => {
  test.use({ allowedErrors: [/status of 401/] });

  test("in the middle of typing is renewed in place, and the price is saved", async ({
    page,
    office,
    taken,
  }) => {
    const row = await taken(7);
    const next = row.price.amount - 5_000;
    const { editor } = office;
    await signIn(page.context(), office, editor);
    await page.goto(`/studio/properties/?q=${row.reference}`);
    await lineOf(page, row.reference)
      .getByRole("button", { name: /Cambiar el precio/ })
      .click();
    await page.keyboard.type(String(next));
    await callStudio(office.url, "DELETE", "session", undefined, editor.cookie);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Correo electrónico")).toHaveValue(editor.mail);
    await dialog.getByLabel("Contraseña").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Código").fill(editor.codes.shift() ?? "");
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${row.reference}: de`)).toBeVisible();
    expect((await rowOf(office, row.reference)).price.amount).toBe(next);
    const cookie = (await page.context().cookies()).find(({ name }) => name.includes("studio"));
    editor.cookie = `${cookie?.name}=${cookie?.value}`;
  });
});

test.describe("a network that is off", () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("keeps a change, also over a reload, until it is back", async ({ page, office, taken }) => {
    const row = await taken(8);
    const next = row.price.amount - 5_000;
    await signIn(page.context(), office, office.owner);
    await page.goto(`/studio/properties/?q=${row.reference}`);
    const line = lineOf(page, row.reference);
    await line.getByRole("button", { name: /Change the price/ }).click();
    await page.context().setOffline(true);
    await page.keyboard.type(String(next));
    await page.keyboard.press("Enter");
    await expect(page.getByText(/One change waits/)).toBeVisible();
    await page.clock.install();
    await page.clock.fastForward(30_000);
    await expect(page.getByText(/One change waits/)).toBeVisible();
    await page.context().setOffline(false);
    await page.reload();
    // It may be saved before the reload already, and is saved once.
    await expect.poll(async () => (await rowOf(office, row.reference)).price.amount).toBe(next);
    await expect(page.getByText(/One change waits/)).toHaveCount(0);
  });
});
