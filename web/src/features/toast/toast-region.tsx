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

/** An open dialog, the phone's filters or the gallery, covers the page; a popover stands above it. */
function raise(message: HTMLElement | null): void {
  if (!message?.showPopover || !document.querySelector("dialog[open][data-modal]")) return;
  message.popover = "manual";
  message.showPopover();
}
