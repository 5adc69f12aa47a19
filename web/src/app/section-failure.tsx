import { useT } from "../i18n/use-t.ts";
import styles from "./failure.module.css";

/** Stands in the place of a section that could not be loaded or drawn. */
export function SectionFailure({ retry }: { retry: () => void }) {
  const t = useT();
  return (
    <section className={styles.section}>
      <p>{t("common.sectionFailed")}</p>
      <button type="button" className={styles.retry} onClick={retry}>
        {t("common.retry")}
      </button>
    </section>
  );
}
