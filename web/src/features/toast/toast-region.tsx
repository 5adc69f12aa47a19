import { useT } from "../../i18n/use-t.ts";
import { useToast } from "./toast.ts";
import styles from "./toast-region.module.css";

/** ToastRegion shows and announces toasts. It is always present, because a live region must exist before its text. */
export function ToastRegion() {
  const toast = useToast();
  const t = useT();
  return (
    <div className={styles.region} role="status" aria-label={t("toast.label")}>
      {toast && (
        <p
          key={toast.id}
          ref={raise}
          className={toast.leaving ? styles.leaving : styles.toast}
          data-floats=""
        >
          {toast.text}
        </p>
      )}
    </div>
  );
}

/** Shows the toast above an open dialog, as a popover. */
function raise(message: HTMLElement | null): void {
  if (!message?.showPopover || !document.querySelector("dialog[open]")) return;
  message.popover = "manual";
  message.showPopover();
}
