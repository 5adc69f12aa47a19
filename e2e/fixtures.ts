import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";

type ErrorFixtures = {
  /** The errors that the test causes on purpose; any other error fails it. */
  allowedErrors: RegExp[];
  errors: string[];
};

/**
 * Fails a test on any console error or warning, uncaught error (React reports hydration mismatches as
 * one), or request to a third party.
 */
export const test = base.extend<ErrorFixtures>({
  allowedErrors: [[], { option: true }],
  errors: [
    async ({ page, baseURL, allowedErrors }, use) => {
      const errors: string[] = [];
      collectErrors(page, new URL(baseURL ?? "").origin, errors);
      await use(errors);
      expect(
        errors.filter((error) => !allowedErrors.some((pattern) => pattern.test(error))),
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Starts to collect the errors of a page. */
export function collectErrors(page: Page, origin: string, errors: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      errors.push(`console ${message.type()}: ${message.text()} (${page.url()})`);
  });
  page.on("pageerror", (error) => errors.push(`uncaught: ${error.message} (${page.url()})`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.protocol !== "blob:" && url.origin !== origin)
      errors.push(`third party: ${request.url()}`);
  });
}

/** Adds styles to a page. The content security policy refuses style elements. */
export const addStyles = (page: Page, css: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

/** Opens a link and waits for hydration. */
export async function visit(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await waitForHydration(page);
}

/** Waits for hydration: then the router handles history and scroll. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () => history.scrollRestoration === "manual" && typeof history.state?.entry === "string",
  );
}

/** Clicks a link and returns the scroll height at the click, because the click may scroll first. */
export async function clickAndGetScroll(page: Page, link: Locator): Promise<number> {
  await page.evaluate(() => {
    const record = () => Object.assign(window, { scrollAtClick: window.scrollY });
    window.addEventListener("click", record, { capture: true, once: true });
  });
  await link.click();
  return page.evaluate(() => (window as unknown as { scrollAtClick: number }).scrollAtClick);
}

/** Sets the consent cookie, so that there is no cookie banner. */
export async function setConsent(page: Page, consent: "true" | "false" = "false"): Promise<void> {
  const url = test.info().project.use.baseURL ?? "";
  await page.context().addCookies([{ name: "CookieConsent", value: consent, url }]);
}

/** Expects no serious or critical violation from axe. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .options({ resultTypes: ["violations"] })
    .setLegacyMode() // without a second page: there are no frames
    .analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.failureSummary})`),
    ),
  ).toEqual([]);
}

const widthOf = (page: Page): number => page.viewportSize()?.width ?? 0;

/** Whether the test runs in the project phone. */
export const isPhone = (page: Page): boolean => widthOf(page) < 768;

/**
 * Whether the window is below the breakpoint --menu of web/src/styles/media.css: it has the mobile menu, and
 * results have their filters in a sheet.
 */
export const isBelowMenu = (page: Page): boolean => widthOf(page) < 1024;
