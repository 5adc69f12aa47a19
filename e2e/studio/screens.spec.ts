import { addStyles, expectAccessible } from "../fixtures.ts";
import { expect, signIn, test } from "./office.ts";

const SCREENS = [
  "",
  "properties/",
  "enquiries/",
  "saved-searches/",
  "agency/",
  "log/",
  "users/",
  "account/",
];

for (const width of [390, 1440])
  test(`every screen is accessible at ${width} px, and fits with text of 200 %`, async ({
    page,
    office,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page.context(), office, office.owner);
    for (const screen of SCREENS) {
      await page.goto(`/studio/${screen}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
      await addStyles(page, "html { font-size: 200% }");
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
    }
  });

test.describe("without a session", () => {
  test.use({ allowedErrors: [/status of 401/] });

  test("every address is the sign-in, and is accessible", async ({ page }) => {
    await page.goto("/studio/properties/");
    await expect(page.getByRole("heading", { level: 1, name: "Welcome back" })).toBeVisible();
    await expectAccessible(page);
  });
});

test("the studio speaks the language of its user", async ({ page, office }) => {
  await signIn(page.context(), office, office.editor);
  await page.goto("/studio/properties/");
  await expect(page.getByRole("heading", { level: 1, name: "Propiedades" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});

test("an agent changes only their own properties and has no screens of the office", async ({
  page,
  office,
}) => {
  await signIn(page.context(), office, office.agent);
  await page.goto("/studio/properties/?show=mine");
  await expect(page.locator("[data-row]").first()).toBeVisible();
  const mine = await page.locator("[data-row]").count();
  await expect(page.getByRole("button", { name: /Change the price/ })).toHaveCount(mine);
  await page.goto("/studio/properties/");
  await expect(page.getByText("Only its agent can change this property.").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Users" })).toHaveCount(0);
  await page.goto("/studio/users/");
  await expect(page.getByRole("heading", { name: "This page does not exist." })).toBeVisible();
});
