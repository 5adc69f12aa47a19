import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const PARTS = [
  "colours",
  "type",
  "buttons",
  "icons",
  "fields",
  "marks",
  "cards",
  "ways",
  "waiting",
  "blocks",
  "dialogs",
  "overlays",
];

/** Forces the pseudo-class that a state names on its control. */
async function force(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument", { depth: -1 });
  for (const state of ["hover", "focus-visible"]) {
    const { nodeIds } = await devtools.send("DOM.querySelectorAll", {
      nodeId: root.nodeId,
      selector: `[data-force="${state}"] :is(button, input, select, textarea)`,
    });
    for (const nodeId of nodeIds)
      await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [state] });
  }
}

async function open(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Say something" }).click();
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = "eager";
  });
  await page.waitForFunction(() => [...document.images].every((picture) => picture.complete));
}

test("every part equals its accepted picture", async ({ page }, { project }) => {
  await open(page);
  expect(
    await page.locator("[data-part]").evaluateAll((parts) => parts.map((part) => part.id)),
  ).toEqual(PARTS);
  await force(page);
  for (const part of PARTS)
    await expect
      .soft(page.locator(`[data-part=${part}]`))
      .toHaveScreenshot(`${part}-${project.name}.png`);
});

for (const kind of ["box", "drawer", "screen"])
  test(`the ${kind} equals its accepted picture, and restores the focus`, async ({ page }, {
    project,
  }) => {
    await open(page);
    const opener = page.getByRole("button", { name: `Open the ${kind}` });
    await opener.click();
    await expect(page.getByRole("dialog", { name: `A ${kind}` })).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(page).toHaveScreenshot(`${kind}-${project.name}.png`);
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  });

test("the parts are accessible and fit the window", async ({ page }) => {
  await open(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .setLegacyMode()
    .analyze();
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`)),
  ).toEqual([]);
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
});
