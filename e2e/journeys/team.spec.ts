import { expect, expectAccessible, setConsent, test, visit } from "../fixtures.ts";
import { LANGS, type Lang, t } from "../translations.ts";

const TEAM: Record<Lang, string> = { en: "/team/", es: "/es/equipo/" };

for (const lang of LANGS) {
  test(`the team has areas and languages, the footer licence and decree, ${lang}`, async ({
    page,
  }) => {
    await setConsent(page);
    await visit(page, TEAM[lang]);
    const people = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.locator("dl") });
    await expect(people).toHaveCount(4);
    for (const person of await people.all()) {
      await expect(person.getByRole("heading")).toHaveText(/\S+ \S+/);
      await expect(person.getByText(t(lang, "sections.team.areas"))).toBeVisible();
      await expect(person.getByText(t(lang, "sections.team.languages"))).toBeVisible();
    }
    await expect(page.getByRole("main").getByRole("blockquote").first()).toBeVisible();
    await expect(page.getByRole("contentinfo")).toContainText("218/2005");
    await expectAccessible(page);
  });
}
