/** How a browser is started; CHROMIUM names another than Playwright's own. */
export const launchOptions = (...args: string[]) => ({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ["--no-sandbox", "--disable-gpu", ...args],
});
