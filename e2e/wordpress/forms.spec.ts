import type { Page } from "@playwright/test";
import { expect, php, pick, signIn, test, wordpress } from "./wordpress.ts";

/** The fields that the form of a post sends. */
const sections = async (page: Page) =>
  JSON.parse((await page.locator("#estate-sections-json").inputValue()) || "[]");

/** Closes the welcome of the block editor. */
async function closeWelcome(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: "Close dialog" });
  await page.locator(".edit-post-header").waitFor();
  if (await close.isVisible().catch(() => false)) await close.click();
}

/** Adds a section and returns its form. */
async function addSection(page: Page, layout: string) {
  const editor = page.locator("#estate-sections-editor");
  await editor.locator("#estate-new-section").selectOption(layout);
  await editor.getByRole("button", { name: "Add a section" }).click();
  return editor.locator("details.estate-section[open]");
}

test.beforeEach(async ({ site, page }) => {
  expect(site.mode).toBe("replica");
  await signIn(page, "editor", "editor-pass");
});

test("an editor fills sections by name", async ({ page }) => {
  await page.goto(`${wordpress}/wp-admin/post-new.php?post_type=page`);
  await closeWelcome(page);
  await expect(page.getByRole("button", { name: "Edit as JSON" })).toHaveCount(0);

  const homes = await addSection(page, "properties");
  await expect(homes.locator(".estate-lacks")).toContainText("Title, Homes");
  await homes.getByLabel("Title", { exact: true }).fill("Three homes");
  const open = "#estate-sections-editor details.estate-section[open]";
  await pick(page, `${open} .estate-picker[data-kind=property]`, "ZRE1076", /ZRE1076P/);
  await pick(page, `${open} .estate-picker[data-kind=property]`, "camojan", /ZRE/);
  await pick(page, `${open} .estate-picker[data-kind=place]`, "nueva", /Nueva Andaluc/);
  await expect(homes.locator(".estate-lacks")).toBeHidden();
  await homes.locator(".estate-chosen li").nth(1).press("ArrowUp");
  const [chosen] = await sections(page);
  expect(chosen.homes.ids).toHaveLength(2);
  expect(chosen.homes.ids[1]).toBe(1076);
  expect(chosen.homes.filter.s_location).toBeGreaterThan(0);

  const call = await addSection(page, "link");
  await call.getByLabel("Title", { exact: true }).fill("Shall we talk?");
  await call.getByRole("button", { name: "Add", exact: true }).click();
  await call.getByLabel("Text", { exact: true }).last().fill("Contact");
  await call.getByRole("combobox").pressSequentially("contact", { delay: 10 });
  await call.getByRole("option", { name: "/contact/" }).first().click();
  expect((await sections(page))[1].links).toEqual([{ text: "Contact", link: "/contact/" }]);
  await call.getByRole("combobox").fill("no link");
  await call.getByRole("combobox").blur();
  await expect(call.locator(".estate-warning:visible")).toContainText("A link begins with /");

  const rows = await addSection(page, "info");
  await rows.getByRole("button", { name: "Add", exact: true }).click();
  await expect(rows.locator(".estate-lacks")).toContainText("Entries: Label");
});

test("a preview of a published page shows unsaved sections, and visitors do not see them", async ({
  page,
  site,
}) => {
  const id = php("make-page.php", "About the firm", "The saved heading").trim();
  const link = `${site.origin}/about-the-firm/`;
  await page.goto(`${wordpress}/wp-admin/post.php?post=${id}&action=edit`);
  await closeWelcome(page);
  const heading = page.locator("#estate-sections-editor details.estate-section").first();
  await heading.locator("summary").click();
  await heading.getByLabel("Title", { exact: true }).fill("A heading that is not saved");

  const preview = async () => {
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByRole("menuitem", { name: /Preview in new tab/ }).click();
    const tab = await opened;
    await tab.waitForURL(`${site.origin}/**`);
    await expect(tab.locator("main h1")).toBeVisible();
    const text = await tab.locator("main").textContent();
    await tab.close();
    return text;
  };
  expect(await preview()).toContain("A heading that is not saved");
  // The second preview finds the text of the page as WordPress knows it: only fields changed.
  await heading.getByLabel("Title", { exact: true }).fill("A second heading");
  expect(await preview()).toContain("A second heading");
  const visible = await (await page.request.get(link)).text();
  expect(visible).toContain("The saved heading");
  expect(visible).not.toContain("second heading");
});

/** The scripts of the block editor. */
type BlockEditor = Window & {
  wp: {
    apiFetch: (options: { path: string }) => Promise<{ id: number }[]>;
    data: {
      dispatch: (store: string) => {
        editPost: (changes: object) => void;
        savePost: () => Promise<void>;
      };
    };
  };
};

test("the preview of a published post shows an unsaved category", async ({ page, site }) => {
  await page.goto(`${wordpress}/wp-admin/post-new.php`);
  await closeWelcome(page);
  const category = "Guides"; // no menu has an entry of this name
  await page.evaluate(async (slug) => {
    const { apiFetch, data } = (window as unknown as BlockEditor).wp;
    const editor = data.dispatch("core/editor");
    editor.editPost({ title: "A note on categories", status: "publish" });
    await editor.savePost();
    const [found] = await apiFetch({ path: `/wp/v2/categories?slug=${slug}` });
    editor.editPost({ categories: [found?.id] });
  }, category.toLowerCase());
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.getByRole("menuitem", { name: /Preview in new tab/ }).click();
  const tab = await opened;
  await tab.waitForURL(`${site.origin}/**`);
  await expect(tab.locator("main h1")).toHaveText("A note on categories");
  await expect(tab.getByRole("main").getByRole("link", { name: category }).first()).toBeVisible();
  const address = new URL(tab.url());
  await tab.close();
  const visible = await page.request.get(site.origin + address.pathname);
  expect(visible.status()).toBe(200);
  expect(await visible.text()).not.toContain(`>${category}</a>`);
});

test("the preview of a new page opens its draft", async ({ page, site }) => {
  await page.goto(`${wordpress}/wp-admin/post-new.php?post_type=page`);
  await closeWelcome(page);
  await page.getByRole("textbox", { name: "Add title" }).fill("A page at its beginning");
  const heading = await addSection(page, "intro");
  await heading.getByLabel("Title", { exact: true }).fill("The first words");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.getByRole("menuitem", { name: /Preview in new tab/ }).click();
  const tab = await opened;
  await tab.waitForURL(`${site.origin}/**`);
  await expect(tab.locator("main")).toContainText("The first words");
  await tab.close();
});

test("an editor arranges the menu and the site shows it", async ({ page, site }) => {
  await page.goto(`${wordpress}/wp-admin/admin.php?page=estate-menus`);
  const header = page.locator(".estate-tree-item").first();
  await expect(page.locator(".estate-menu-field textarea")).toBeHidden();
  const names = () =>
    header.locator("> li > details > summary .estate-section-name").allTextContents();
  const before = await names();
  await header
    .locator("> li")
    .last()
    .getByRole("button", { name: /^Move up/ })
    .click();
  expect(await names()).toEqual([...before.slice(0, -2), before.at(-1), before.at(-2)]);

  await header.locator("+ .button").click();
  const entry = header.locator("> li").last();
  await entry.getByLabel("Text (English)").fill("Advice");
  await entry.getByLabel("Text (Español)").fill("Consejos");
  await entry.getByLabel("Link (English)").pressSequentially("/services/");
  await entry.getByLabel("Link (English)").fill("");
  await entry.getByLabel("Link (English)").pressSequentially("about us", { delay: 10 });
  await entry.getByRole("option", { name: "/about/" }).first().click();
  await expect(entry.getByLabel("Link (Español)")).toHaveValue("/es/sobre-nosotros/");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".notice-success")).toBeVisible();
  await expect.poll(names).toContain("Advice"); // after a reload the tree is built by the script

  for (const [link, text, href] of [
    ["/", "Advice", "/about/"],
    ["/es/", "Consejos", "/es/sobre-nosotros/"],
  ] as const) {
    await expect(async () => {
      const html = await (await page.request.get(`${site.origin}${link}`)).text();
      expect(new RegExp(`href="${href}"[^>]*>${text}<`).test(html), `${text} on ${link}`).toBe(
        true,
      );
    }).toPass({ timeout: 3000 });
  }
});

test("the form names a number that it does not understand", async ({ page }) => {
  await page.goto(`${wordpress}/wp-admin/post-new.php?post_type=properties`);
  await page.locator("#title").fill("A house with a question");
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("1,2 M€");
  await page.getByRole("textbox", { name: "Bedrooms" }).fill("three");
  await expect(page.locator(".estate-warning")).toHaveText(/not understood as a number/);
  // The title starts an autosave, during which WordPress ignores the button.
  await expect(page.locator("#sample-permalink")).toBeVisible();
  await expect(page.locator(".autosave-message")).toContainText("Draft saved");
  await page.locator("#save-post:not(.disabled)").click();
  await page.waitForURL(/action=edit/);
  await expect(page.getByRole("textbox", { name: "Bedrooms" })).toHaveValue("three");
  await expect(page.locator(".estate-warning")).toContainText(
    '"three" is not understood as a number',
  );
  await expect(page.getByRole("textbox", { name: "Price", exact: true })).toHaveValue("1200000");
});

test("a brochure comes from the media library", async ({ page }) => {
  await page.goto(`${wordpress}/wp-admin/post-new.php?post_type=properties`);
  await page.locator("[data-for=estate-pdf].estate-library").click();
  await expect(page.locator(".media-modal")).toBeVisible();
});
