import { useState } from "react";
import { useT } from "../i18n/use-t.ts";
import styles from "./failure.module.css";

/** Stands in the place of a section that could not be loaded or drawn. */
export function SectionFailure({ retry }: { retry: () => void | Promise<void> }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    if (busy) return;
    setBusy(true);
    await retry();
    setBusy(false);
  };
  return (
    <section className={styles.section}>
      <p role="status">{t(busy ? "common.sectionLoading" : "common.sectionFailed")}</p>
      <button type="button" className={styles.retry} aria-disabled={busy} onClick={again}>
        {t("common.retry")}
      </button>
    </section>
  );
}
