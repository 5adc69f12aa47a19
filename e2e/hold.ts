import type { Page } from "@playwright/test";

/** Holds back the view of every link that fits, until the returned function is called. */
export async function holdViews(page: Page, links: RegExp): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((open) => {
    release = open;
  });
  await page.route(
    ({ pathname }) => pathname.startsWith("/_view/") && links.test(pathname),
    async (route) => {
      await gate;
      await route.continue().catch(() => {}); // who asked may have gone elsewhere
    },
  );
  return release;
}
