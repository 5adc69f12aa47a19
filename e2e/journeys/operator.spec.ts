import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, expectAccessible, isPhone } from "../fixtures.ts";
import { freePort, serve } from "../serve.ts";

const token = "a token of the test";

type Home = { id: number; ref: string; price: number };

/** A Kyero file with villas in a row; two files with equal ids have the same places. */
const kyero = (homes: Home[]) =>
  `<root>\n<kyero><feed_version>3</feed_version></kyero>\n${homes
    .map(
      ({ id, ref, price }) =>
        `<property><id>${id}</id><date>2026-03-01 10:00:00</date><ref>${ref}</ref><price>${price}</price><price_freq>sale</price_freq><type>Villa</type><town>Benahavis</town><province>Malaga</province><location><latitude>${36.5 + id / 50}</latitude><longitude>-5.04</longitude></location><beds>4</beds><baths>3</baths><surface_area><built>${300 + 10 * id}</built></surface_area><desc><en>A villa.</en></desc></property>\n`,
    )
    .join("")}</root>`;

const villas = (count: number): Home[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    ref: `CRM-${id}`,
    price: 900_000 + 90_000 * id,
  }));

type Site = { admin: string; address: string; feed: string };

/** Tests on the operator's page of a site with two feeds and two portals. */
const test = base.extend<Record<never, never>, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter names
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), "estate-operator-"));
      const [feed, mls, config] = ["crm.xml", "mls.xml", "estate.toml"].map((name) =>
        join(data, name),
      ) as [string, string, string];
      writeFileSync(feed, kyero(villas(12)));
      writeFileSync(mls, kyero([{ id: 2, ref: "R4711", price: 1_085_000 }]));
      const [port, adminPort] = [await freePort(), await freePort()];
      const customer = "ilcabcdefghij0123456789abcdefghij0123456789";
      writeFileSync(
        config,
        `admin_addr = "127.0.0.1:${adminPort}"\n[admin]\ntoken = "${token}"\n` +
          `[[feeds]]\nname = "crm"\nkind = "kyero"\naddress = "${feed}"\n` +
          `[[feeds]]\nname = "mls"\nkind = "kyero"\naddress = "${mls}"\nshared = true\n` +
          `[[channels]]\nname = "kyero"\nkind = "kyero"\n[[channels]]\nname = "idealista"\nkind = "idealista"\ncustomer = "${customer}"\n`,
      );
      const address = `http://127.0.0.1:${port}`;
      // The files of portals are made at the start: the feed is in the store before it.
      const filling = await serve(port, data, "--config", config);
      await expect
        .poll(
          async () => (await fetch(`${address}/properties/villa-in-benahavis-crm-11/`)).status,
          {
            timeout: 30_000,
          },
        )
        .toBe(200);
      await new Promise((resolve) => filling.once("exit", resolve) && filling.kill());
      const program = await serve(port, data, "--config", config);
      await use({ admin: `http://127.0.0.1:${adminPort}`, address, feed });
      program.kill();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.admin),
});

test("the operator decides on properties of feeds and finds out why one is not at a portal", async ({
  page,
  site,
}) => {
  test.skip(isPhone(page), "each decision can be made once");
  await page.goto("/");
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Open" }).click();
  const question = page.locator("section", {
    has: page.getByRole("heading", { name: "Is this one property?" }),
  });
  await expect(question).toContainText("0 m apart; 1,080,000 and 1,085,000 €", { timeout: 30_000 });
  const former = await question.getByRole("link", { name: "R4711" }).getAttribute("href");
  await expectAccessible(page);

  await question.getByRole("button", { name: "One property: keep CRM-2" }).click();
  await expect(page.locator("#message")).toContainText("R4711");
  await expect(question).toHaveCount(0);
  const response = await page.request.get(former ?? "", { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([
    301,
    "/properties/villa-in-benahavis-crm-2/",
  ]);

  writeFileSync(site.feed, kyero(villas(4)));
  const crm = page.locator("section", {
    has: page.getByRole("heading", { name: "crm", exact: true }),
  });
  await crm.getByRole("button", { name: "Read now" }).click();
  const remove = page.getByRole("button", { name: "Remove these 8" });
  await expect(remove).toBeVisible({ timeout: 30_000 });
  await remove.click();
  await expect(remove).toHaveCount(0, { timeout: 30_000 });
  await expect(crm).toContainText(/Properties\s*4/);

  const portals = page.locator("#portals");
  await portals.getByLabel("Property").fill("zre 1001");
  const row = portals.getByRole("row").filter({ hasText: "ZRE1001P" });
  await expect(row.getByRole("cell")).toHaveCount(2);
  await portals.getByLabel("Property").fill("");
  await portals.getByLabel("Show").selectOption("left out of idealista");
  await expect(portals.getByText("It has no energy label").first()).toContainText(
    "Field: Energy certificate",
    { timeout: 30_000 }, // the file of the portal is made first
  );
});
