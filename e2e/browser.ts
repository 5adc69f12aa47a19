/** The launch options of Chromium; CHROMIUM is the path of another browser than Playwright's. */
export const launchOptions = (...args: string[]) => ({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ["--no-sandbox", "--disable-gpu", ...args],
});
