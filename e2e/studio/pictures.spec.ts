import sharp from "sharp";
import { expect, signIn, test } from "./office.ts";

/** Pictures of noise, each with a colour of its own, of more than one chunk. */
async function pictures(count: number) {
  const list = [];
  for (let at = 0; at < count; at++) {
    const noise = { type: "gaussian" as const, mean: 40 + 8 * at, sigma: 40 };
    const size = { width: 1500, height: 1000, channels: 3 as const };
    const buffer = await sharp({ create: { ...size, background: "#888", noise } })
      .jpeg({ quality: 90 })
      .toBuffer();
    list.push({ name: `${String(at + 1).padStart(2, "0")}.jpg`, mimeType: "image/jpeg", buffer });
  }
  return list;
}

// The picture that fails.
test.use({ allowedErrors: [/status of 422/] });

test("twenty pictures keep their order though one fails; its crop keeps the focal point", async ({
  page,
  office,
  taken,
}) => {
  test.setTimeout(180_000);
  const row = await taken(2);
  await signIn(page.context(), office, office.owner);
  await page.goto(`/studio/properties/${row.id}/`);
  await page.getByRole("tab", { name: "Pictures" }).click();
  const gallery = page.getByRole("region", { name: /gallery|pictures/i }).first();
  await expect(gallery).toBeVisible();
  const before = await gallery.getByRole("button", { name: /^Picture \d/ }).count();

  let patches = 0;
  await page.route("**/studio/api/uploads/*", async (route) => {
    if (route.request().method() === "PATCH" && ++patches === 9) {
      const problem = { type: "invalid", status: 422, title: "This picture cannot be opened." };
      await route.fulfill({ status: 422, contentType: "application/problem+json", json: problem });
      return;
    }
    await route.continue();
  });
  await gallery.locator("input[type=file]").setInputFiles(await pictures(20));
  const tiles = gallery.getByRole("button", { name: /^Picture \d/ });
  await expect(tiles).toHaveCount(before + 19, { timeout: 120_000 });
  await gallery.getByRole("button", { name: /^Try again/ }).click();
  await expect(tiles).toHaveCount(before + 20, { timeout: 30_000 });

  const addresses = () =>
    gallery
      .locator("li[data-address]")
      .evaluateAll((all) => all.map((one) => one.dataset.address ?? ""));
  const sent = (await addresses()).slice(before).map((one) => one.slice(-6, -4));
  expect(sent).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 1).padStart(2, "0")));

  // The last one goes one place to the front, by keys; it says what it shows.
  const last = (await addresses()).at(-1);
  await tiles.last().focus();
  await page.keyboard.press("Alt+ArrowLeft");
  expect((await addresses()).at(-2)).toBe(last);
  const moved = gallery.locator(`li[data-address="${last}"]`).getByRole("button").first();
  await moved.focus();
  await page.keyboard.press("3");
  await expect(moved).toHaveAccessibleName(/Kitchen/);

  // It becomes the cover, with a point that its crops keep.
  await moved.click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("button", { name: /^Suggest/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: /^Focal point/ }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await dialog.getByRole("button", { name: "Make cover" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("button", { name: /^(Publish|Save)/ })
    .first()
    .click();
  await expect
    .poll(async () => (await page.request.get(row.link ?? "")).text(), { timeout: 15_000 })
    .toContain("object-position:48% 52%");
});
