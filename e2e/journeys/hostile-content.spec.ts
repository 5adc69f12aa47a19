import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as baseTest, type Page } from "@playwright/test";
import { expect, isPhone } from "../fixtures.ts";
import { hostileHost, seedHostile } from "../hostile-content.ts";
import { allSectionsPage } from "../section-pages.ts";
import { freePort, serve } from "../serve.ts";

/** Tests on a site whose content was written by an attacker. */
const test = baseTest.extend<Record<never, never>, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter names
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), "estate-hostile-"));
      seedHostile(data);
      const port = await freePort();
      const server = await serve(port, data);
      await use(`http://127.0.0.1:${port}`);
      server.kill();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site),
});

const pages = [
  ...["/", "/es/", "/properties/", "/properties/?s_type=15", "/developments/", "/blog/"],
  ...["/properties/villa-almenara-sierra-blanca/", "/es/properties/villa-almenara-sierra-blanca/"],
  ...["/developments/nera-golden-mile/", "/golden-mile-by-its-streets/", "/author/elena-vidal/"],
  ...["/contact/", "/category/lifestyle/", "/cities/marbella/", "/no-such-page/?s=<script>"],
  ...Object.values(allSectionsPage),
];

/** Collects what a page must not do. */
function collectFaults(page: Page, site: string): string[] {
  const faults: string[] = [];
  page.on("dialog", (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site) && !/^(data|blob):/.test(request.url()))
      faults.push(`request of ${request.url()} on ${page.url()}`);
  });
  page.on("console", (message) => {
    // A violation of the policy means that markup of an attacker reached the page.
    if (/Content Security Policy|Trusted ?Type/i.test(message.text()))
      faults.push(`${message.text()} on ${page.url()}`);
  });
  return faults;
}

/** What of an attacker's markup is in the document as elements and attributes. */
const activeMarkup = (page: Page) =>
  page.evaluate(
    (host) =>
      [...document.querySelectorAll("*")].flatMap((element) => {
        const attributes = [...element.attributes];
        const isActive =
          attributes.some(
            ({ name, value }) =>
              name.startsWith("on") ||
              (["href", "src", "action", "formaction"].includes(name) &&
                /^\s*(javascript|data:text|java\s)/i.test(value)) ||
              name === "srcdoc",
          ) ||
          (element.localName === "script" &&
            element.innerHTML.includes("window.hostile=1") &&
            element.getAttribute("type") !== "application/json" &&
            element.getAttribute("type") !== "application/ld+json") ||
          (["script", "link", "base", "meta"].includes(element.localName) &&
            attributes.some(
              ({ name, value }) => ["src", "href"].includes(name) && value.includes(`//${host}`),
            ) &&
            element.getAttribute("rel") !== "canonical") ||
          (element.localName === "meta" && element.getAttribute("http-equiv") === "refresh") ||
          element.localName === "style";
        return isActive ? [element.outerHTML.slice(0, 300)] : [];
      }),
    hostileHost,
  );

test.describe.configure({ mode: "default" }); // both tests use one store

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("content of an attacker executes nothing", async ({ page, site }) => {
      test.skip(isPhone(page), "runs in one project");
      test.setTimeout(180_000);
      const faults = collectFaults(page, site);
      let hostileTexts = 0;
      for (const link of pages) {
        const response = await page.goto(link, { waitUntil: "load" });
        expect(response?.status(), link).toBe(link.startsWith("/no-such-page/") ? 404 : 200);
        if (javaScriptEnabled) {
          await page.mouse.move(200, 300);
          await page.waitForFunction(() => typeof history.state?.entry === "string");
          expect(await page.evaluate(() => "hostile" in window), link).toBe(false);
        }
        expect(await activeMarkup(page), link).toEqual([]);
        hostileTexts += (await page.content()).split(hostileHost).length - 1;
        expect(new URL(page.url()).origin, link).toBe(site);
      }
      expect(hostileTexts).toBeGreaterThan(pages.length * 5); // the texts are there, as text
      expect(faults).toEqual([]);
    });
  });
}
