import { type ChildProcess, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { freePort, serve } from "../serve.ts";
import { exported, seedDemo } from "../store.ts";

/** The address of the WordPress with the plugin. */
export const wordpress = (process.env.ESTATE_WORDPRESS ?? "").replace(/\/$/, "");

/** The address of the WordPress of another agency, without the plugin. */
export const plain = (process.env.ESTATE_WORDPRESS_PLAIN_URL ?? "").replace(/\/$/, "");

/** The folder of the WordPress with the plugin. */
const folder = join(process.env.ESTATE_WORDPRESS_STATE ?? "/tmp/estate-wordpress", "site");

const secret = "estate-test-secret-0001";

const scripts = "../test/wordpress";

/** Runs a PHP program of test/wordpress in the WordPress with the plugin. */
export const php = (script: string, ...args: string[]): string =>
  execFileSync("php", ["-d", "memory_limit=1024M", join(scripts, script), folder, ...args], {
    encoding: "utf8",
  });

/** Replaces the content of the WordPress with the plugin by the demo agency's. */
export function loadDemo(): void {
  const data = mkdtempSync(join(tmpdir(), "estate-demo-"));
  try {
    seedDemo(data);
    php("load.php", exported(data), "../internal/agency/demo/media");
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** An Estate in front of the WordPress. */
export type Site = {
  origin: string;
  cms: string;
  mode: "replica" | "live";
  close: () => void;
};

/** Starts an Estate in front of a WordPress and names it in the plugin's settings. */
export async function openSite(mode: Site["mode"], cms = wordpress): Promise<Site> {
  const data = mkdtempSync(join(tmpdir(), "estate-wp-site-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  if (cms === wordpress) php("settings.php", `site_url=${origin}`);
  process.env.ESTATE_CMS_SECRET = secret;
  const server: ChildProcess = await serve(port, data, "--cms-url", cms, "--cms-mode", mode);
  return {
    origin,
    cms,
    mode,
    close: () => {
      server.kill();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Signs in to WordPress. */
export async function signIn(page: Page, user = "admin", password = "admin-pass"): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${wordpress}/wp-login.php`);
  const [name, secret] = [page.locator("#user_login"), page.locator("#user_pass")];
  // WordPress moves the focus into the first field 200 ms after the page has loaded.
  await expect(async () => {
    await name.fill(user);
    await secret.fill(password);
    expect([await name.inputValue(), await secret.inputValue()]).toEqual([user, password]);
  }).toPass();
  await page.locator("#wp-submit").click();
  await page.waitForURL(/wp-admin/);
}

/** Chooses an entry of a picker by a part of its name. */
export async function pick(
  page: Page,
  within: string,
  text: string,
  name: string | RegExp,
): Promise<void> {
  const box = page.locator(within);
  await box.getByRole("combobox").first().pressSequentially(text, { delay: 10 });
  await box.getByRole("option", { name }).first().click();
}

/** Tests with the WordPress; skipped without one. Console errors of the plugin's screens fail them. */
export const test = base.extend<{ errors: string[] }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter names
    async ({}, use) => {
      if (wordpress === "") {
        base.skip(true, "ESTATE_WORDPRESS is not set; make test-wordpress starts a WordPress");
      }
      loadDemo();
      const site = await openSite("replica");
      await use(site);
      site.close();
    },
    { scope: "worker" },
  ],
  errors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(`${error.message} (${page.url()})`));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
