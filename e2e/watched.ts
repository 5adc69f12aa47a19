import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";

type Watch = {
  /** What this journey brings about on purpose; every other complaint fails it. */
  excused: RegExp[];
  complaints: string[];
};

/**
 * A page that is watched: a console error or warning, an uncaught error (React reports a
 * difference between the server's page and its own as one) or a request to another host fails
 * the journey, whatever it was about.
 */
export const test = base.extend<Watch>({
  excused: [[], { option: true }],
  complaints: [
    async ({ page, baseURL, excused }, use) => {
      const complaints: string[] = [];
      watch(page, new URL(baseURL ?? "").origin, complaints);
      await use(complaints);
      expect(
        complaints.filter((complaint) => !excused.some((known) => known.test(complaint))),
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Collects what is wrong on a page, from now on. */
export function watch(page: Page, origin: string, complaints: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`console ${message.type()}: ${message.text()} (${page.url()})`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message} (${page.url()})`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.protocol !== "blob:" && url.origin !== origin)
      complaints.push(`third party: ${request.url()}`);
  });
}

/** Opens a link and waits until React has taken the page over. */
export async function visit(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await hydrated(page);
}

/** Waits until React has taken the page over: from then on the app names its history entries and scrolls. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => history.scrollRestoration === "manual" && typeof history.state?.entry === "string",
  );
}

/** Clicks a link and tells how far the page was scrolled at that moment: a click may scroll first. */
export async function leaveBy(page: Page, link: Locator): Promise<number> {
  await page.evaluate(() => {
    const note = () => Object.assign(window, { leftAt: window.scrollY });
    window.addEventListener("click", note, { capture: true, once: true });
  });
  await link.click();
  return page.evaluate(() => (window as unknown as { leftAt: number }).leftAt);
}

/** Answers the banner beforehand, as a visitor of yesterday did. */
export async function decided(page: Page, answer: "true" | "false" = "false"): Promise<void> {
  const url = test.info().project.use.baseURL ?? "";
  await page.context().addCookies([{ name: "CookieConsent", value: answer, url }]);
}

/** Expects that axe finds nothing that keeps somebody out. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .options({ resultTypes: ["violations"] })
    .setLegacyMode() // no second page: there are no frames to look into
    .analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    grave.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.failureSummary})`),
    ),
  ).toEqual([]);
}

/** True on the phone project, where menus and filters fold away. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;
