import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./browser.ts";

/**
 * The journeys in front of a real WordPress. test/wordpress/up.sh starts it; ESTATE_WORDPRESS is its
 * address and ESTATE_WORDPRESS_STATE its folder. They share one WordPress, so they run one by one.
 */
export default defineConfig({
  testDir: "wordpress",
  outputDir: "../test-results",
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0, // a shared machine may stall a browser once
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["line"], ["./retried.ts"]],
  use: {
    ...devices["Desktop Chrome"],
    browserName: "chromium",
    launchOptions: launchOptions(
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ),
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    trace: process.env.ESTATE_TRACE ? "retain-on-failure" : "off",
    actionTimeout: 10_000,
    navigationTimeout: 45_000, // PHP may be busy with the first sync
    locale: "en-GB",
    contextOptions: { reducedMotion: "reduce" },
  },
});
