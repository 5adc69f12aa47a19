import type { Page } from "@playwright/test";

/** A launch option: Playwright switches the back/forward cache off. The headless shell has none. */
export const keepBackForwardCache = { ignoreDefaultArgs: ["--disable-back-forward-cache"] };

/**
 * Opens another document and goes back. Returns "restored" if the back/forward cache restored the page, else
 * Chromium's notRestoredReasons.
 */
export async function leaveAndReturn(page: Page): Promise<string> {
  await page.waitForLoadState("networkidle"); // a page with a request on its way is not kept
  await page.evaluate(() => Object.assign(window, { left: true }));
  await page.goto(new URL("/healthz", page.url()).href);
  await page.goBack({ waitUntil: "commit" });
  return page.evaluate(() => {
    if ("left" in window) return "restored";
    const [entry] = performance.getEntriesByType("navigation");
    return JSON.stringify(
      (entry as { notRestoredReasons?: unknown } | undefined)?.notRestoredReasons ?? "unknown",
    );
  });
}
