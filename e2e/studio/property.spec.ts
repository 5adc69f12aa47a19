import type { Page } from "@playwright/test";
import type { Document, Draft, Saved } from "../../web/studio/src/generated/api.ts";
import { expectAccessible } from "../fixtures.ts";
import { callStudio, expect, lineOf, type Office, signIn, test } from "./office.ts";

const open = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();

const stored = async (office: Office, id: number) => {
  const path = `entities/properties/${id}`;
  const { body } = await callStudio<Document>(
    office.url,
    "GET",
    path,
    undefined,
    office.owner.cookie,
  );
  return body.doc as {
    title: Record<string, string>;
    bedrooms?: number;
    price: { amount: number };
  };
};

/** The number of changes of a draft. */
const waiting = async (office: Office, id: number) => {
  const path = `entities/properties/${id}/draft`;
  const { body } = await callStudio<Draft>(office.url, "GET", path, undefined, office.owner.cookie);
  return body.changes.length;
};

/** Changes a value as somebody else, without a browser. */
const changeElsewhere = (office: Office, id: number, path: string, from: unknown, to: unknown) =>
  callStudio<Saved>(
    office.url,
    "POST",
    `entities/properties/${id}/changes`,
    { changes: [{ path, from, to }], key: `${path} ${to}`, confirmed: true },
    office.editor.cookie,
  );

test("a property changes in both languages in one form, and the site has it with the next request", async ({
  page,
  office,
  taken,
}) => {
  const row = await taken(10);
  await signIn(page.context(), office, office.owner);
  await page.goto(`/studio/properties/?q=${row.reference}`);
  await lineOf(page, row.reference).getByRole("link", { name: row.title }).click();
  await open(page, "Texts");
  await page.getByLabel("Title · English", { exact: true }).fill("Casa Alba above the sea");
  await page.getByLabel("Title · Spanish", { exact: true }).fill("Casa Alba sobre el mar");
  const text = page.getByRole("textbox", { name: "Description · English" });
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("The olive trees are older than the house.");
  await open(page, "Basics");
  await page.getByLabel("Bedrooms", { exact: true }).fill("9");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByText("It is on the website.")).toBeVisible();
  const html = await (await page.request.get(row.link ?? "")).text();
  expect(html).toContain("Casa Alba above the sea");
  expect(html).toContain("The olive trees are older than the house.");
  expect((await stored(office, row.id)).title.es).toBe("Casa Alba sobre el mar");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("As it was before.")).toBeVisible();
  expect((await stored(office, row.id)).title.en).toBe(row.title);
});

test("a new property is a draft with its own reference, and what lacks is a click away", async ({
  page,
  office,
}) => {
  await signIn(page.context(), office, office.owner);
  await page.goto("/studio/properties/");
  await page.getByRole("button", { name: "New property" }).click();
  await expect(page).toHaveURL(/\/studio\/properties\/\d+\/$/);
  await expect(page.getByLabel("Reference", { exact: true })).toHaveValue(/\d/);
  await page.getByRole("checkbox", { name: "For Sale" }).check();
  await page.getByRole("checkbox", { name: "Villas" }).check();
  await page.getByLabel("Price", { exact: true }).fill("1,9 M");
  await open(page, "Location");
  await page.getByLabel("Town", { exact: true }).selectOption({ label: "Estepona" });
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await open(page, "Texts");
  await page.getByRole("button", { name: "Suggest a title" }).click();
  await expect(page.getByLabel("Title · English", { exact: true })).toHaveValue(/Estepona/);
  await expect(page.getByLabel("Title · Spanish", { exact: true })).toHaveValue(/Estepona/);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(/The checklist says what/)).toBeVisible();
  const id = Number(/(\d+)\/(?:\?.*)?$/.exec(page.url())?.[1]);
  expect((await stored(office, id)).price.amount).toBe(1_900_000);
  await page.getByRole("button", { name: "To the trash" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "To the trash" }).click();
  await expect(page.getByText("It is in the trash.")).toBeVisible();
  await page.goto("/studio/properties/?show=trash");
  await page.getByRole("button", { name: "Restore" }).first().click();
  await expect(page.getByText("It is back, as a draft.")).toBeVisible();
});

test("the form works by keys alone", async ({ page, office, taken }) => {
  const row = await taken(11);
  await signIn(page.context(), office, office.owner);
  await page.goto(`/studio/properties/?q=${row.reference}`);
  await expect(lineOf(page, row.reference)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  const tab = page.getByRole("tab", { selected: true });
  await expect(tab).toBeVisible();
  await tab.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Texts", selected: true })).toBeFocused();
  await page.getByLabel("Title · English", { exact: true }).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Finca by keys");
  await page.keyboard.press("Enter");
  await expect(page.getByText("It is on the website.")).toBeVisible();
  expect((await stored(office, row.id)).title.en).toBe("Finca by keys");
});

test.describe("a draft that waits", () => {
  test.use({ allowedErrors: [/status of 409/] });

  test("outlives the browser; what others publish meanwhile stays, and what both changed is asked", async ({
    page,
    browser,
    office,
    taken,
  }) => {
    const row = await taken(12);
    const address = `/studio/properties/${row.id}/`;
    await signIn(page.context(), office, office.owner);
    await page.goto(address);
    await page.getByLabel("Price", { exact: true }).fill("2,5 M");
    await page.getByLabel("Bedrooms", { exact: true }).fill("8");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await page.close();
    await changeElsewhere(
      office,
      row.id,
      "price.amount",
      row.price.amount,
      row.price.amount + 1000,
    );

    // Two days later, on another computer.
    const context = await browser.newContext({ baseURL: office.url });
    const other = await context.newPage();
    await other.clock.install({ time: Date.now() + 2 * 24 * 3600_000 });
    await signIn(context, office, office.editor);
    await other.goto(address);
    await expect(other.getByRole("heading", { name: "Hay cambios sin publicar" })).toBeVisible();
    await expect(other.getByText("2.500.000")).toBeVisible();
    await other.getByRole("button", { name: "Continuar con estos" }).click();
    await other.getByRole("button", { name: "Publicar los cambios" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Dejar la otra" }).click();
    await expect(other.getByText("Ya está en la web.")).toBeVisible();
    const doc = await stored(office, row.id);
    expect([doc.price.amount, doc.bedrooms]).toEqual([row.price.amount + 1000, 8]);
    await expect.poll(() => waiting(office, row.id)).toBe(0);
    await other.reload();
    await expect(other.getByRole("tab").first()).toBeVisible();
    await context.close();
  });
});

test("the preview shows what is typed, on a phone's width and in a list", async ({
  page,
  office,
  taken,
}) => {
  const row = await taken(13);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page.context(), office, office.owner);
  await page.goto(`/studio/properties/${row.id}/?tab=texts`);
  await page.getByRole("button", { name: "Preview" }).click();
  const frame = page.frameLocator("iframe");
  await page.getByLabel("Title · English", { exact: true }).fill("Casa of the preview");
  await expect(frame.getByRole("heading", { name: "Casa of the preview" })).toBeVisible();
  await page.getByRole("button", { name: "In a list" }).click();
  await expect(frame.getByText("Casa of the preview").first()).toBeVisible();
  expect((await stored(office, row.id)).title.en).toBe(row.title);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a property changes by touch, one language above the other", async ({
    page,
    office,
    taken,
  }) => {
    const row = await taken(14);
    await signIn(page.context(), office, office.owner);
    await page.goto(`/studio/properties/${row.id}/`);
    await page.getByRole("tab", { name: "Texts" }).tap();
    const [english, spanish] = await Promise.all(
      ["Title · English", "Title · Spanish"].map((name) =>
        page.getByLabel(name, { exact: true }).boundingBox(),
      ),
    );
    expect(spanish?.y).toBeGreaterThan(english?.y ?? Number.POSITIVE_INFINITY);
    await page.getByLabel("Title · English", { exact: true }).tap();
    await page.getByLabel("Title · English", { exact: true }).fill("Casa by touch");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Publish changes" }).tap();
    await expect(page.getByText("It is on the website.")).toBeVisible();
    expect((await stored(office, row.id)).title.en).toBe("Casa by touch");
  });
});
