import { importLines, seedDemo } from "./store.ts";
import type { Lang } from "./translations.ts";

type Section = { acf_fc_layout: string; fields: Record<string, unknown> };
type Line = { kind: string; data: { lang: Lang; sections?: Section[] } };

/** The links of the page with all sections, and of the page with one section. */
export const allSectionsPage: Record<Lang, string> = { en: "/everything/", es: "/es/todo/" };

export const sectionPage = (kind: string): Record<Lang, string> => ({
  en: `/section-${kind}/`,
  es: `/es/seccion-${kind}/`,
});

/**
 * Seeds a new store with the demo content, a page with one section of each kind, and a page for each
 * kind. Returns the kinds.
 */
export function seedSections(data: string): string[] {
  const found = { en: new Map<string, Section>(), es: new Map<string, Section>() };
  for (const line of seedDemo(data)) {
    if (!line.startsWith('{"kind":"page"')) continue;
    const { data }: Line = JSON.parse(line);
    for (const section of data.sections ?? [])
      if (!found[data.lang].has(section.acf_fc_layout))
        found[data.lang].set(section.acf_fc_layout, section);
  }
  const kinds = [...found.en.keys()].toSorted();
  const lines: unknown[] = [{ kind: "estate", version: 1 }];
  let id = 90_000;
  const add = (links: Record<Lang, string>, kindsOfPage: readonly string[]) => {
    for (const lang of ["en", "es"] as const) {
      const sections = kindsOfPage.flatMap((kind) => found[lang].get(kind) ?? []);
      const slug = links[lang].split("/").at(-2);
      lines.push({
        kind: "page",
        data: {
          ...{ id: id++, type: "page", slug, status: "publish", lang, link: links[lang] },
          ...{ date: "2026-01-02T10:00:00Z", modified: "2026-01-02T10:00:00Z" },
          ...{ alternative_links: links, title: kindsOfPage.join(", "), acf: {}, sections },
        },
      });
    }
  };
  add(allSectionsPage, kinds);
  for (const kind of kinds) add(sectionPage(kind), [kind]);
  importLines(
    data,
    lines.map((line) => JSON.stringify(line)),
  );
  return kinds;
}
