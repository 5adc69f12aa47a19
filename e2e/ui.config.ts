import { defineConfig } from "@playwright/test";
import { launchOptions } from "./browser.ts";

/**
 * Compares the parts of the front end in all states with the accepted pictures.
 * `make test-ui-accept` accepts new ones. ESTATE_UI_PORT is the port, CHROMIUM the path of the browser.
 */
const port = Number(process.env.ESTATE_UI_PORT ?? 8379);
const baseURL = `http://127.0.0.1:${port}`;
const preview = "npm run --silent -w web ui:preview -- --port";

export default defineConfig({
  testDir: "ui",
  outputDir: "../test-results/ui",
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: [["line"]],
  expect: {
    toHaveScreenshot: {
      // Tolerates the anti-aliasing of another browser version, but not a part that is missing,
      // moved or of another colour.
      threshold: 0.25,
      maxDiffPixels: 250,
      animations: "disabled",
      caret: "hide",
    },
  },
  use: {
    baseURL,
    browserName: "chromium",
    colorScheme: "light",
    deviceScaleFactor: 1,
    locale: "en-GB",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: launchOptions(
      "--font-render-hinting=none",
      "--disable-lcd-text",
      "--force-color-profile=srgb",
    ),
  },
  projects: [390, 820, 1440].map((width) => ({
    name: String(width),
    use: { viewport: { width, height: 900 } },
  })),
  webServer: {
    command: `${preview} ${port}`,
    cwd: "..",
    url: baseURL,
    timeout: 60_000,
    reuseExistingServer: false,
  },
});
