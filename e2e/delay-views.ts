import type { Page } from "@playwright/test";

/** Delays the views of the matching links until the returned function is called. */
export async function delayViews(page: Page, links: RegExp): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    ({ pathname }) => pathname.startsWith("/_view/") && links.test(pathname),
    async (route) => {
      await gate;
      await route.continue().catch(() => {}); // the request may be aborted
    },
  );
  return release;
}
