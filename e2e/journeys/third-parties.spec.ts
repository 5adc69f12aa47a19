import type { Page } from "@playwright/test";
import { receivedCommands } from "../fake-services.ts";
import {
  expect,
  expectAccessible,
  isBelowMenu,
  setConsent,
  visit,
  waitForHydration,
} from "../fixtures.ts";
import { test } from "../third-parties.ts";
import { LANGS, t } from "../translations.ts";

const FAKE_SERVICES = /third party: http:\/\/127\.0\.0\.1:/;

test.beforeEach(({ agency }) => {
  agency.chat.requests.length = 0;
  agency.analytics.requests.length = 0;
  agency.chat.down = false;
});

/** Closes the info popup beforehand, which these tests do not need. */
async function closePopup(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.getItem("info-popup") ?? localStorage.setItem("info-popup", "4102444800000");
  });
}

const chatButton = (page: Page) => page.locator("[data-chat]");
const chatBox = (page: Page) => page.getByRole("dialog", { name: "Fake chat" });

async function answer(page: Page, key: "consent.decline" | "consent.accept"): Promise<void> {
  await page.getByRole("button", { name: t("en", key) }).click();
}

/** Scrolls, follows a link and goes back. */
async function browse(page: Page): Promise<void> {
  await page.mouse.wheel(0, 2000);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy policy" }).click();
  // The site of this test is new: its pictures are made while the page loads.
  await expect(page).toHaveURL("/privacy-policy/", { timeout: 30_000 });
  await page.goBack();
  await page.waitForLoadState("networkidle");
}

// The fixture errors fails the test on any request to a third party.
test("without consent no third party is contacted", { tag: "@any-width" }, async ({
  page,
  agency,
}) => {
  await visit(page, "/");
  await browse(page);
  await expect(chatButton(page)).toHaveCount(0);
  expect([agency.chat.requests, agency.analytics.requests]).toEqual([[], []]);
});

test("after declining no third party is contacted, on the next visit too", {
  tag: "@any-width",
}, async ({ page, agency }) => {
  await closePopup(page);
  await visit(page, "/");
  await answer(page, "consent.decline");
  await browse(page);
  await page.reload();
  await waitForHydration(page);
  await page.waitForLoadState("networkidle");
  await expect(chatButton(page)).toHaveCount(0);
  expect([agency.chat.requests, agency.analytics.requests]).toEqual([[], []]);
});

test.describe("after consent", () => {
  test.use({ allowedErrors: [FAKE_SERVICES] });

  test("page views are sent, and the chat is not loaded before a click", {
    tag: "@any-width",
  }, async ({ page, agency }) => {
    await closePopup(page);
    await visit(page, "/blog/"); // on home the search panel may have the place of the button
    await answer(page, "consent.accept");
    await expect(chatButton(page)).toBeVisible();
    await expect.poll(() => agency.analytics.requests[0]).toBe("/gtag/js?id=G-TEST");
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy policy" }).click();
    await expect(page).toHaveURL("/privacy-policy/");
    const views = () =>
      receivedCommands(agency.analytics)
        .filter(([kind, name]) => kind === "event" && name === "page_view")
        .map(([, , values]) => (values as { page_location: string }).page_location);
    await expect.poll(views).toEqual([`${agency.site}/blog/`, `${agency.site}/privacy-policy/`]);
    expect(agency.chat.requests).toEqual([]);
  });

  test("a click opens the chat, its leads are sent, and closing it restores the button", {
    tag: "@any-width",
  }, async ({ page, agency }) => {
    await closePopup(page);
    await setConsent(page, "true");
    await visit(page, "/blog/");
    await chatButton(page).focus();
    await page.keyboard.press("Enter");
    await expect(chatBox(page)).toBeVisible();
    await expect(chatButton(page)).toHaveCount(0);
    expect(agency.chat.requests).toEqual(["/embed/agency/widget", "/line"]);
    await chatBox(page).getByRole("button", { name: "Begin chat" }).click();
    await chatBox(page).getByRole("button", { name: "Leave a message" }).click();
    const leads = () =>
      receivedCommands(agency.analytics).filter(
        ([kind, name]) => kind === "event" && name !== "page_view",
      );
    await expect.poll(leads).toEqual([
      ["event", "Prechat Submit", { event_category: "Lead" }],
      ["event", "Offline Submit", { event_category: "Lead" }],
    ]);
    expect(agency.analytics.requests.join()).not.toContain("Ann");
    await chatBox(page).getByRole("button", { name: "Minimise" }).press("Enter");
    await expect(chatBox(page)).toBeHidden();
    await expect(chatButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(chatBox(page)).toBeVisible();
    expect(agency.chat.requests).toHaveLength(2);
  });

  test("an open chat stays open across navigations", { tag: "@any-width" }, async ({ page }) => {
    await closePopup(page);
    await setConsent(page, "true");
    await visit(page, "/blog/");
    await chatButton(page).click();
    await expect(chatBox(page)).toBeVisible();
    await page.getByRole("contentinfo").getByRole("link").first().press("Enter");
    await expect(page).toHaveURL("/");
    await expect(chatBox(page)).toBeVisible();
  });

  test("revoking consent in the footer removes the services and their data", {
    tag: "@any-width",
  }, async ({ page, context, agency }) => {
    await closePopup(page);
    await setConsent(page, "true");
    await visit(page, "/blog/");
    await chatButton(page).click();
    await expect(chatBox(page)).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("button", { name: t("en", "consent.settings") }).press("Enter");
    await expect(page.getByRole("region", { name: t("en", "consent.title") })).toBeFocused();
    await Promise.all([page.waitForEvent("load"), answer(page, "consent.decline")]);
    await waitForHydration(page);
    await expect(chatBox(page)).toHaveCount(0);
    await expect(chatButton(page)).toHaveCount(0);
    const remaining = await page.evaluate(() => [
      document.cookie,
      Object.keys(localStorage).sort(),
    ]);
    expect(remaining).toEqual(["CookieConsent=false", ["cookies", "info-popup"]]);
    agency.chat.requests.length = agency.analytics.requests.length = 0;
    await browse(page);
    expect([agency.chat.requests, agency.analytics.requests]).toEqual([[], []]);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["CookieConsent"]);
  });

  test("opening the banner again keeps the consent and restores the focus", {
    tag: "@any-width",
  }, async ({ page }) => {
    await closePopup(page);
    await setConsent(page, "true");
    await visit(page, "/blog/");
    const settings = page.getByRole("button", { name: t("en", "consent.settings") });
    await settings.press("Enter");
    await expect(chatButton(page)).toBeHidden();
    await answer(page, "consent.accept");
    await expect(settings).toBeFocused();
    await expect(chatButton(page)).toBeVisible();
  });

  test.describe("with a chat service that fails", () => {
    test.use({ allowedErrors: [/third party: http:\/\/127\.0\.0\.1:|503|load script/] });
    test("a message is shown, and a second click retries", { tag: "@any-width" }, async ({
      page,
      agency,
    }) => {
      await closePopup(page);
      await setConsent(page, "true");
      await visit(page, "/blog/");
      agency.chat.down = true;
      await chatButton(page).click();
      await expect(page.getByRole("status", { name: t("en", "toast.label") })).toHaveText(
        t("en", "ui.chat.failed"),
      );
      agency.chat.down = false;
      await chatButton(page).click();
      await expect(chatBox(page)).toBeVisible();
    });
  });

  test.describe("other third-party scripts", () => {
    test.use({ allowedErrors: [/third party: http:\/\/127\.0\.0\.1:|Content Security Policy/] });
    test("are blocked by the content security policy", { tag: "@any-width" }, async ({ page }) => {
      await closePopup(page);
      await setConsent(page, "true");
      await visit(page, "/blog/");
      const blocked = await page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI));
            const script = document.createElement("script");
            script.src = "http://127.0.0.1:9/other.js";
            document.head.append(script);
          }),
      );
      expect(blocked).toBe("http://127.0.0.1:9/other.js");
    });
  });

  for (const link of [
    "/",
    "/properties/",
    "/properties/camojan-villa-with-observatory/",
    "/contact/",
  ])
    test(`the chat button covers no control: ${link}`, async ({ page }) => {
      await closePopup(page);
      await setConsent(page, "true");
      await visit(page, link);
      await expect(chatButton(page)).toBeAttached();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const faults = new Set<string>();
      for (let y = 0; y < height; y += 300) {
        await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
        await page.waitForTimeout(60); // the observer reports in the next frames
        const covered = await page.evaluate(() => {
          const button = document.querySelector("[data-chat]");
          if (!button?.checkVisibility({ checkVisibilityCSS: true })) return [];
          const mine = button.getBoundingClientRect();
          return [
            ...document.querySelectorAll(
              "form[role=search] :is(button, input, select), [data-contact-bar] a, [data-consent-bar]",
            ),
          ]
            .filter((other) => other.checkVisibility({ checkVisibilityCSS: true }))
            .filter((other) => {
              const its = other.getBoundingClientRect();
              return (
                its.left < mine.right &&
                its.right > mine.left &&
                its.top < mine.bottom &&
                its.bottom > mine.top
              );
            })
            .map((other) => other.textContent?.trim() || other.getAttribute("name") || "");
        });
        for (const name of covered) faults.add(`${name} at ${y}`);
      }
      expect([...faults]).toEqual([]);
      const size = await chatButton(page).evaluate((button) => {
        const { width, height, right, bottom } = button.getBoundingClientRect();
        return { width, height, inside: right <= innerWidth && bottom <= innerHeight };
      });
      expect(size.width).toBeGreaterThanOrEqual(44);
      expect(size.height).toBeGreaterThanOrEqual(44);
      expect(size.inside).toBe(true);
    });

  for (const lang of LANGS)
    test(`the chat button is accessible (${lang})`, async ({ page }) => {
      await closePopup(page);
      await setConsent(page, "true");
      await visit(page, lang === "es" ? "/es/blog/" : "/blog/");
      await expect(chatButton(page)).toHaveAccessibleName(t(lang, "ui.chat.open"));
      await expectAccessible(page);
    });
});

test.describe("the info popup", () => {
  const popup = (page: Page, lang: "en" | "es" = "en") =>
    page.getByRole("complementary", {
      name: lang === "es" ? "Puertas abiertas en Camoján" : "Open house in Camoján",
    });

  test("opens after the cookie banner, and stays closed once closed", {
    tag: "@any-width",
  }, async ({ page }) => {
    await visit(page, "/blog/");
    await expect(page.getByRole("region", { name: t("en", "consent.title") })).toBeVisible();
    await expect(popup(page)).toHaveCount(0);
    await answer(page, "consent.decline");
    await expect(popup(page)).toBeVisible();
    await expectAccessible(page);
    const before = Date.now();
    await popup(page)
      .getByRole("button", { name: t("en", "common.close") })
      .press("Enter");
    await expect(popup(page)).toHaveCount(0);
    const stored = Number(await page.evaluate(() => localStorage.getItem("info-popup")));
    expect(stored).toBeGreaterThanOrEqual(before);
    expect(stored).toBeLessThanOrEqual(Date.now());
    await page.reload();
    await waitForHydration(page);
    await page.waitForLoadState("networkidle");
    await expect(popup(page)).toHaveCount(0);
  });

  test("opens again for a newer notice", { tag: "@any-width" }, async ({ page, agency }) => {
    await page.addInitScript(
      (closed) => localStorage.setItem("info-popup", String(closed)),
      agency.noticeDate - 1,
    );
    await setConsent(page);
    await visit(page, "/es/blog/");
    await expect(popup(page, "es")).toBeVisible();
    await popup(page, "es").getByRole("link", { name: "Ver la casa" }).click();
    await expect(page).toHaveURL("/es/properties/camojan-villa-with-observatory/");
    await expect(popup(page, "es")).toHaveCount(0);
  });

  test("does not cover the contact bar of a property", async ({ page }) => {
    test.skip(!isBelowMenu(page), "desktop has no contact bar");
    await setConsent(page);
    await visit(page, "/properties/camojan-villa-with-observatory/");
    const [mine, its] = [
      await popup(page).boundingBox(),
      await page.locator("[data-contact-bar]").boundingBox(),
    ];
    expect((mine?.y ?? 0) + (mine?.height ?? 0)).toBeLessThanOrEqual(its?.y ?? 0);
  });
});
