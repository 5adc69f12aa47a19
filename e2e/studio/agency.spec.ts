import { expectAccessible } from "../fixtures.ts";
import { expect, signIn, test } from "./office.ts";

const NUMBER = "+34 952 000 177";
/** The header has the number as a link of its telephone icon. */
const CALL = 'header a[href="tel:+34952000177"]';

// The preview runs no scripts.

test("a change is seen in the preview before anybody else sees it", async ({ page, office }) => {
  await signIn(page.context(), office, office.owner);
  await page.goto("/studio/agency/");
  await page.getByLabel("Telephone", { exact: true }).fill(NUMBER);
  const preview = page.frameLocator("iframe");
  await expect(preview.locator(CALL)).not.toHaveCount(0);
  await expect(preview.locator("footer").first()).toContainText(NUMBER);
  expect(await (await page.request.get("/")).text()).not.toContain(NUMBER);
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("Everything is published.")).toBeVisible();
});

test("a telephone number is seen in header and footer of the site, and taken back", async ({
  page,
  office,
}) => {
  await signIn(page.context(), office, office.owner);
  await page.goto("/studio/agency/");
  const field = page.getByLabel("Telephone", { exact: true });
  await field.fill(NUMBER);
  await page.getByLabel("Opening hours · Spanish").fill("Todos los días");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published.", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const site = await page.context().newPage();
  await site.goto("/");
  await expect(site.locator(CALL)).not.toHaveCount(0);
  await expect(site.getByRole("contentinfo")).toContainText(NUMBER);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Taken back.")).toBeVisible();
  await expect(field).not.toHaveValue(NUMBER);
  expect(await (await page.request.get("/")).text()).not.toContain(NUMBER);
});

test("what is typed survives a reload, and by the keyboard alone it is published", async ({
  page,
  office,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page.context(), office, office.owner);
  await page.goto("/studio/agency/");
  await page.getByLabel("Registered name").fill("Zero Marbella, S.L.");
  await expect(page.getByText("1 change is not published yet")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Registered name")).toHaveValue("Zero Marbella, S.L.");
  await page.getByLabel("Registered name").press("Enter");
  await expect(page.getByText("Published.", { exact: true })).toBeVisible();
  await page.goto("/studio/log/");
  await expect(page.getByText(/changed the registered name of the agency/).first()).toBeVisible();
});

test("an editor reads the agency in Spanish and changes nothing", async ({ page, office }) => {
  await signIn(page.context(), office, office.editor);
  await page.goto("/studio/agency/");
  await expect(page.getByLabel("Razón social")).not.toBeEditable();
  await expect(page.getByRole("button", { name: "Publicar" })).toHaveCount(0);
});
