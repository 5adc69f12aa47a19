import { Link } from "../../features/navigation/link.tsx";
import { Pager } from "../../features/pager/pager.tsx";
import { CardGrid } from "../../features/property-card/card-grid.tsx";
import { SortSelect } from "../../features/search-panel/sort-select.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/section.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./property-archive.module.css";

/** PropertyArchive is what a search found, or what comes near where it found nothing. */
export default function PropertyArchive({ section }: SectionProps<"property-archive">) {
  const t = useT();
  const waysOut = section.waysOut ?? [];
  return (
    <section data-tone="paper" className={styles.archive} aria-label={t("sections.results")}>
      <div className={styles.bar}>
        <p className={styles.summary} role="status">
          {section.summary}
        </p>
        {section.cards.length > 1 ? (
          <SortSelect field={section.sort} className={styles.sort} />
        ) : null}
      </div>
      {section.cards.length > 0 ? (
        <>
          <CardGrid cards={section.cards} eager={3} heading="h2" />
          <Pager pager={section.pager} />
        </>
      ) : (
        <div className={styles.empty}>
          <h2 className={styles.sorry}>{section.empty}</h2>
          {waysOut.length > 0 ? (
            <>
              <p className={styles.near}>{t("sections.waysOut")}</p>
              <ul className={styles.ways}>
                {waysOut.map((way) => (
                  <li key={way.href}>
                    <Link link={way.href} className={styles.way}>
                      {way.text}
                      <Icon name="arrow" />
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
      )}
    </section>
  );
}
