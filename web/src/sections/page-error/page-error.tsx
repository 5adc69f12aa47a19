import { CardGrid } from "../../features/property-card/card-grid.tsx";
import { SearchPanel } from "../../features/search-panel/search-panel.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./page-error.module.css";

/** PageError is the message of an error page with a search and the latest properties. */
export default function PageError({ section }: SectionProps<"page-error">) {
  const t = useT();
  const missing = section.status === 404 || section.status === 410;
  return (
    <>
      <div className={styles.error}>
        {missing ? (
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
      {section.cards.length > 0 ? (
        <Band tone="linen" title={t("sections.error.recent")}>
          <CardGrid cards={section.cards} />
        </Band>
      ) : null}
    </>
  );
}
