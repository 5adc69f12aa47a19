import { useT } from "../../i18n/use-t.ts";
import { useToast } from "./toast.ts";
import styles from "./toast-region.module.css";

/** Where toasts are shown and announced. It is always there: a late live region is not heard. */
export function ToastRegion() {
  const toast = useToast();
  const t = useT();
  return (
    <div className={styles.region} role="status" aria-label={t("toast.label")}>
      {toast && (
        <p key={toast.id} className={toast.leaving ? styles.leaving : styles.toast}>
          {toast.text}
        </p>
      )}
    </div>
  );
}
