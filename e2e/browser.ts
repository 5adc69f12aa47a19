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
