import { defineConfig } from "@playwright/test";
import { launchOptions } from "./browser.ts";

/**
 * The parts of the front end, each in all of its states, compared with pictures taken before.
 * `make test-ui-accept` takes new ones. ESTATE_UI_PORT names another port, CHROMIUM the browser.
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
      // Another version of the browser may smooth the edges of letters differently: that is no
      // difference. A part that is gone, moved or has another colour is one.
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
