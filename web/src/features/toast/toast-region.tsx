import { useT } from "../../i18n/use-t.ts";
import { type Toast, useToast } from "./toast.ts";
import styles from "./toast-region.module.css";

/** Where toasts are shown and announced. It is always there: a late live region is not heard. */
export function ToastRegion() {
  const toast = useToast();
  const t = useT();
  return (
    <div className={styles.region} role="status" aria-label={t("toast.label")}>
      {toast && <Message key={toast.id} toast={toast} />}
    </div>
  );
}

/** Message is a popover, so that it also stands above an open dialog: the phone's filters, the gallery. */
function Message({ toast }: { toast: Toast }) {
  return (
    <p
      ref={raise}
      popover="manual"
      data-floats=""
      className={toast.leaving ? styles.leaving : styles.toast}
    >
      {toast.text}
    </p>
  );
}

/** Where a browser knows no popovers the attribute says nothing, and the message is simply there. */
const raise = (message: HTMLElement | null): void => message?.showPopover?.();
