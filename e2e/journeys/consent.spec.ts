import { expect, expectAccessible, test, visit } from "../fixtures.ts";
import { LANGS, type Lang, t } from "../translations.ts";

const HOMES: Record<Lang, string> = { en: "/", es: "/es/" };

for (const lang of LANGS) {
  const invitation = t(lang, "chrome.sell");

  test(`the cookie banner has the three choices with the same weight, ${lang}`, async ({
    page,
  }) => {
    await visit(page, HOMES[lang]);
    const banner = page.getByRole("region", { name: t(lang, "consent.title") });
    await expect(banner).toContainText(t(lang, "consent.text"));
    const decline = banner.getByRole("button", { name: t(lang, "consent.decline"), exact: true });
    const accept = banner.getByRole("button", {
      name: `${t(lang, "consent.accept")} ${t(lang, "consent.understand")}`,
      exact: true,
    });
    const label = await accept.getByText(t(lang, "consent.accept")).boundingBox();
    const second = await accept.getByText(t(lang, "consent.understand")).boundingBox();
    expect(second?.y ?? 0).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 0));
    const look = (button: Element) => {
      const { width, height, top } = button.getBoundingClientRect();
      const style = getComputedStyle(button);
      return [Math.round(width), Math.round(height), Math.round(top), style.color, style.fontSize]
        .concat(style.fontWeight, style.backgroundColor, style.borderColor)
        .join();
    };
    expect(await decline.evaluate(look)).toBe(await accept.evaluate(look));
    await expectAccessible(page);
  });

  test(`the invitation to sell has its words after acceptance only, ${lang}`, async ({ page }) => {
    await visit(page, HOMES[lang]);
    await expect(page.getByRole("button", { name: t(lang, "consent.accept") })).toBeVisible();
    await expect(page.getByText(invitation)).toHaveCount(0);
    await page.getByRole("button", { name: t(lang, "consent.accept") }).click();
    await expect(page.getByRole("link", { name: invitation })).toBeVisible();
  });
}
