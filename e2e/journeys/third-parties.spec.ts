import type { Page } from "@playwright/test";
import { test } from "../house.ts";
import { told } from "../stand-ins.ts";
import { decided, expect, expectAccessible, hydrated, isPhone, visit } from "../watched.ts";
import { LANGS, word } from "../words.ts";

const STAND_INS = /third party: http:\/\/127\.0\.0\.1:/;

test.beforeEach(({ house }) => {
  house.chat.asked.length = 0;
  house.counter.asked.length = 0;
  house.chat.down = false;
});

/** The popup is another topic: somebody has closed it long after it was put up. */
async function closedBefore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.getItem("info-popup") ?? localStorage.setItem("info-popup", "4102444800000");
  });
}

const chatButton = (page: Page) => page.locator("[data-chat]");
const chatBox = (page: Page) => page.getByRole("dialog", { name: "Stand-in chat" });

async function answer(page: Page, key: "consent.decline" | "consent.understand"): Promise<void> {
  await page.getByRole("button", { name: word("en", key) }).click();
}

/** Goes through the site as anybody does: reads, scrolls, follows a link, comes back. */
async function lookAround(page: Page): Promise<void> {
  await page.mouse.wheel(0, 2000);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy policy" }).click();
  await expect(page).toHaveURL("/privacy-policy/");
  await page.goBack();
  await page.waitForLoadState("networkidle");
}

// Nobody else may be contacted here: the page is watched for it.
test("before an answer nobody else is contacted", async ({ page, house }) => {
  await visit(page, "/");
  await lookAround(page);
  await expect(chatButton(page)).toHaveCount(0);
  expect([house.chat.asked, house.counter.asked]).toEqual([[], []]);
});

test("whoever declines is left alone, on the next visit too", async ({ page, house }) => {
  await closedBefore(page);
  await visit(page, "/");
  await answer(page, "consent.decline");
  await lookAround(page);
  await page.reload();
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  await expect(chatButton(page)).toHaveCount(0);
  expect([house.chat.asked, house.counter.asked]).toEqual([[], []]);
});

test.describe("after consent", () => {
  test.use({ excused: [STAND_INS] });

  test("visits are counted, page by page, and the chat costs nothing until it is wanted", async ({
    page,
    house,
  }) => {
    await closedBefore(page);
    await visit(page, "/");
    await answer(page, "consent.understand");
    await expect(chatButton(page)).toBeVisible();
    await expect.poll(() => house.counter.asked[0]).toBe("/gtag/js?id=G-TEST");
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy policy" }).click();
    await expect(page).toHaveURL("/privacy-policy/");
    const views = () =>
      told(house.counter)
        .filter(([kind, name]) => kind === "event" && name === "page_view")
        .map(([, , values]) => (values as { page_location: string }).page_location);
    await expect.poll(views).toEqual([`${house.site}/`, `${house.site}/privacy-policy/`]);
    expect(house.chat.asked).toEqual([]);
  });

  test("a click opens the chat, its leads are counted, and closing gives the button back", async ({
    page,
    house,
  }) => {
    await closedBefore(page);
    await decided(page, "true");
    await visit(page, "/blog/");
    await chatButton(page).focus();
    await page.keyboard.press("Enter");
    await expect(chatBox(page)).toBeVisible();
    await expect(chatButton(page)).toHaveCount(0);
    expect(house.chat.asked).toEqual(["/embed/agency/widget", "/line"]);
    await chatBox(page).getByRole("button", { name: "Begin chat" }).click();
    await chatBox(page).getByRole("button", { name: "Leave a message" }).click();
    const leads = () =>
      told(house.counter).filter(([kind, name]) => kind === "event" && name !== "page_view");
    await expect.poll(leads).toEqual([
      ["event", "Prechat Submit", { event_category: "Lead" }],
      ["event", "Offline Submit", { event_category: "Lead" }],
    ]);
    expect(house.counter.asked.join()).not.toContain("Ann");
    await chatBox(page).getByRole("button", { name: "Minimise" }).press("Enter");
    await expect(chatBox(page)).toBeHidden();
    await expect(chatButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(chatBox(page)).toBeVisible();
    expect(house.chat.asked).toHaveLength(2);
  });

  test("an open chat stays open from page to page", async ({ page }) => {
    await closedBefore(page);
    await decided(page, "true");
    await visit(page, "/blog/");
    await chatButton(page).click();
    await expect(chatBox(page)).toBeVisible();
    await page.getByRole("contentinfo").getByRole("link").first().press("Enter");
    await expect(page).toHaveURL("/");
    await expect(chatBox(page)).toBeVisible();
  });

  test("consent taken back in the footer takes the services away, and what they stored", async ({
    page,
    context,
    house,
  }) => {
    await closedBefore(page);
    await decided(page, "true");
    await visit(page, "/blog/");
    await chatButton(page).click();
    await expect(chatBox(page)).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("button", { name: word("en", "consent.settings") }).press("Enter");
    await expect(page.getByRole("region", { name: word("en", "consent.title") })).toBeFocused();
    await Promise.all([page.waitForEvent("load"), answer(page, "consent.decline")]);
    await hydrated(page);
    await expect(chatBox(page)).toHaveCount(0);
    await expect(chatButton(page)).toHaveCount(0);
    const left = await page.evaluate(() => [document.cookie, Object.keys(localStorage).sort()]);
    expect(left).toEqual(["CookieConsent=false", ["cookies", "info-popup"]]);
    house.chat.asked.length = house.counter.asked.length = 0;
    await lookAround(page);
    expect([house.chat.asked, house.counter.asked]).toEqual([[], []]);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["CookieConsent"]);
  });

  test("asking again changes nothing by itself, and gives the focus back", async ({ page }) => {
    await closedBefore(page);
    await decided(page, "true");
    await visit(page, "/blog/");
    const again = page.getByRole("button", { name: word("en", "consent.settings") });
    await again.press("Enter");
    await expect(chatButton(page)).toBeHidden();
    await answer(page, "consent.understand");
    await expect(again).toBeFocused();
    await expect(chatButton(page)).toBeVisible();
  });

  test.describe("the house of the chat does not answer", () => {
    test.use({ excused: [/third party: http:\/\/127\.0\.0\.1:|503|could not be loaded/] });
    test("the visitor is told, and may try again", async ({ page, house }) => {
      await closedBefore(page);
      await decided(page, "true");
      await visit(page, "/blog/");
      house.chat.down = true;
      await chatButton(page).click();
      await expect(page.getByRole("status", { name: word("en", "toast.label") })).toHaveText(
        word("en", "ui.chat.failed"),
      );
      house.chat.down = false;
      await chatButton(page).click();
      await expect(chatBox(page)).toBeVisible();
    });
  });

  test.describe("scripts of anybody else", () => {
    test.use({ excused: [/third party: http:\/\/127\.0\.0\.1:|Content Security Policy/] });
    test("are refused by the policy", async ({ page }) => {
      await closedBefore(page);
      await decided(page, "true");
      await visit(page, "/blog/");
      const refused = await page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI));
            const script = document.createElement("script");
            script.src = "http://127.0.0.1:9/other.js";
            document.head.append(script);
          }),
      );
      expect(refused).toBe("http://127.0.0.1:9/other.js");
    });
  });

  for (const link of [
    "/",
    "/properties/",
    "/properties/camojan-villa-with-observatory/",
    "/contact/",
  ])
    test(`the button lies on nothing that is needed: ${link}`, async ({ page }) => {
      await closedBefore(page);
      await decided(page, "true");
      await visit(page, link);
      await expect(chatButton(page)).toBeAttached();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const faults = new Set<string>();
      for (let y = 0; y < height; y += 300) {
        await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
        await page.waitForTimeout(60); // the observer answers with the next frames
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
    test(`the button keeps nobody out (${lang})`, async ({ page }) => {
      await closedBefore(page);
      await decided(page, "true");
      await visit(page, lang === "es" ? "/es/blog/" : "/blog/");
      await expect(chatButton(page)).toHaveAccessibleName(word(lang, "ui.chat.open"));
      await expectAccessible(page);
    });
});

test.describe("the info popup", () => {
  const popup = (page: Page, lang: "en" | "es" = "en") =>
    page.getByRole("complementary", {
      name: lang === "es" ? "Puertas abiertas en Camoján" : "Open house in Camoján",
    });

  test("waits for the answer about cookies, and stays closed once it was closed", async ({
    page,
  }) => {
    await visit(page, "/blog/");
    await expect(page.getByRole("region", { name: word("en", "consent.title") })).toBeVisible();
    await expect(popup(page)).toHaveCount(0);
    await answer(page, "consent.decline");
    await expect(popup(page)).toBeVisible();
    await expectAccessible(page);
    const before = Date.now();
    await popup(page)
      .getByRole("button", { name: word("en", "common.close") })
      .press("Enter");
    await expect(popup(page)).toHaveCount(0);
    const stored = Number(await page.evaluate(() => localStorage.getItem("info-popup")));
    expect(stored).toBeGreaterThanOrEqual(before);
    expect(stored).toBeLessThanOrEqual(Date.now());
    await page.reload();
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    await expect(popup(page)).toHaveCount(0);
  });

  test("comes again when the agency has something new to say", async ({ page, house }) => {
    await page.addInitScript(
      (closed) => localStorage.setItem("info-popup", String(closed)),
      house.noticeDate - 1,
    );
    await decided(page);
    await visit(page, "/es/blog/");
    await expect(popup(page, "es")).toBeVisible();
    await popup(page, "es").getByRole("link", { name: "Ver la casa" }).click();
    await expect(page).toHaveURL("/es/properties/camojan-villa-with-observatory/");
    await expect(popup(page, "es")).toHaveCount(0);
  });

  test("leaves the ways to contact of a home free", async ({ page }) => {
    test.skip(!isPhone(page), "there is no such bar");
    await decided(page);
    await visit(page, "/properties/camojan-villa-with-observatory/");
    const [mine, its] = [
      await popup(page).boundingBox(),
      await page.locator("[data-contact-bar]").boundingBox(),
    ];
    expect((mine?.y ?? 0) + (mine?.height ?? 0)).toBeLessThanOrEqual(its?.y ?? 0);
  });
});
