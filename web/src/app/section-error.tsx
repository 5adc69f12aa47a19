import { useState } from "react";
import { useT } from "../i18n/use-t.ts";
import styles from "./failure.module.css";

export type SectionErrorProps = { retry: () => void | Promise<void> };

/** Replaces a section that failed to load or to render, with a button to retry. */
export function SectionError({ retry }: SectionErrorProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const click = async () => {
    if (busy) return;
    setBusy(true);
    await retry();
    setBusy(false);
  };
  return (
    <section className={styles.section}>
      <p role="status">{t(busy ? "common.sectionLoading" : "common.sectionFailed")}</p>
      <button type="button" className={styles.retry} aria-disabled={busy} onClick={click}>
        {t("common.retry")}
      </button>
    </section>
  );
}
