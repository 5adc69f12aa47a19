import { CardGrid } from "../../features/property-card/card-grid.tsx";
import { SearchPanel } from "../../features/search-panel/search-panel.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import { cx } from "../../ui/cx.ts";
import styles from "./page-error.module.css";

/**
 * PageError is the message of an error page with a search and properties. Where something was removed
 * (410) the header says so, and its properties come first.
 */
export default function PageError({ section }: SectionProps<"page-error">) {
  const t = useT();
  const gone = section.status === 410;
  const cards =
    section.cards.length > 0 ? (
      <Band
        tone={gone ? "paper" : "linen"}
        title={t(section.similar ? "sections.error.similar" : "sections.error.recent")}
        className={gone ? styles.instead : undefined}
      >
        <CardGrid cards={section.cards} first={gone} />
      </Band>
    ) : null;
  return (
    <>
      {gone ? cards : null}
      <div className={cx(styles.error, gone && styles.after)}>
        {gone ? null : section.status === 404 ? (
          <>
            <p className={styles.lost}>
              {t("sections.error.notFound")} <code className={styles.link}>{section.link}</code>
            </p>
            <p>{t("sections.error.meaning")}</p>
            <p>{t("sections.error.wayOut")}</p>
          </>
        ) : (
          <p className={styles.lost}>{t("sections.error.failed")}</p>
        )}
        {section.search ? (
          <div className={styles.search}>
            <SearchPanel panel={section.search} />
          </div>
        ) : null}
      </div>
      {gone ? null : cards}
    </>
  );
}
