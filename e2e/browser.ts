/** The launch options of Chromium; CHROMIUM is the path of another browser than Playwright's. */
export const launchOptions = (...args: string[]) => ({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ["--no-sandbox", "--disable-gpu", ...args],
});

/** The launch options of Chromium with WebGL, which it computes without a graphics card. */
export const webGLOptions = () => ({
  ...launchOptions(),
  args: [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
  ],
});

/** webGLOptions of a whole Chromium; WHOLE_CHROMIUM is its path where CHROMIUM is the headless shell. */
export const wholeBrowserOptions = () => ({
  ...webGLOptions(),
  ...(process.env.WHOLE_CHROMIUM ? { executablePath: process.env.WHOLE_CHROMIUM } : {}),
});
