import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

/**
 * A page that is watched: a console error, a failed request or a request to
 * another host fails the journey, whatever it was about.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page, baseURL }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") {
          complaints.push(`console ${message.type()}: ${message.text()}`);
        }
      });
      page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol !== "data:" && url.protocol !== "blob:" && url.origin !== baseURL) {
          complaints.push(`third party: ${request.url()}`);
        }
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Waits until React has taken the page over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === "true");
}

/** Expects that axe finds nothing that keeps somebody out. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
}

/** True on the phone project, where menus and filters fold away. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;
