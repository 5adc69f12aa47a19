import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./browser.ts";
import { program } from "./serve.ts";

/**
 * The browser tests run on the built program with a new store of demo content.
 * ESTATE_BIN is the path of the program, ESTATE_E2E_PORT the port, ESTATE_E2E_DATA a folder that is
 * kept (its pictures are reused), CHROMIUM the path of the browser,
 * WHOLE_CHROMIUM that of one which is no headless shell.
 *
 * Words are no question of width: a journey whose title names its language runs in English on desktops and in Spanish
 * on phones. One with the tag @any-width, whose subject has no width, runs on desktops. With ESTATE_TEST_ALL=1 all
 * run in both projects.
 */
const all = process.env.ESTATE_TEST_ALL === "1";
const port = Number(process.env.ESTATE_E2E_PORT ?? 8377);
const baseURL = `http://127.0.0.1:${port}`;
if (!process.env.ESTATE_E2E_DATA) {
  const data = mkdtempSync(join(tmpdir(), "estate-e2e-"));
  process.env.ESTATE_E2E_DATA = data; // the workers of Playwright read this file too, with its environment
  process.on("exit", () => rmSync(data, { recursive: true, force: true }));
}

const chromium = {
  browserName: "chromium" as const,
  launchOptions: launchOptions(
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ),
};

const phone = { width: 390, height: 844 };

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // On a shared machine a browser may stall once; a defect of the site fails every time.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["line"], ["./retried.ts"]],
  use: {
    baseURL,
    screenshot: "only-on-failure",
    trace: process.env.ESTATE_TRACE ? "retain-on-failure" : "off",
    actionTimeout: 15_000,
    locale: "en-GB",
    // The hint of the language would stand on every Spanish page; language-hint.spec.ts has it.
    storageState: {
      cookies: [],
      origins: [{ origin: baseURL, localStorage: [{ name: "language", value: "true" }] }],
    },
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    {
      name: "desktop",
      grepInvert: all ? [] : /^(?!.*@any-width).*\bes\b/,
      use: { ...devices["Desktop Chrome"], ...chromium, viewport: { width: 1440, height: 900 } },
    },
    {
      // The office's side, with programs of its own; a journey sets the width that it is about.
      name: "studio",
      testDir: "studio",
      use: { ...devices["Desktop Chrome"], ...chromium, viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      grepInvert: all ? [] : /\ben\b|@any-width/,
      // screen must equal viewport: the preload of pictures uses the screen.
      use: { ...devices["Pixel 7"], ...chromium, viewport: phone, screen: phone },
    },
  ],
  webServer: {
    command: `${program} serve --addr 127.0.0.1:${port} --data ${process.env.ESTATE_E2E_DATA}`,
    url: `${baseURL}/readyz`,
    timeout: 60_000,
    reuseExistingServer: false,
  },
});
