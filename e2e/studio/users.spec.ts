import { expectAccessible } from "../fixtures.ts";
import { expect, signIn, test } from "./office.ts";

test("an owner invites somebody by a link that works once", async ({ page, office, browser }) => {
  await signIn(page.context(), office, office.owner);
  await page.goto("/studio/users/");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Iris");
  await page.getByLabel("Mail address").fill("iris@zero.example");
  await page.getByLabel("Role").selectOption("editor");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: /Iris/ })).toContainText("Invited, not here yet");
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByLabel("Your name")).toHaveValue("Iris");
  await guest.context().close();

  await page.getByRole("button", { name: /Iris/ }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The account is removed.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Iris/ })).toHaveCount(0);
});

test("a person changes the language of the studio in their account", async ({ page, office }) => {
  await signIn(page.context(), office, office.agent);
  await page.goto("/studio/account/");
  await page.getByLabel("Language of the studio").selectOption("es");
  await expect(page.getByRole("heading", { level: 1, name: "Su cuenta" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Idioma del estudio").selectOption("en");
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
});
