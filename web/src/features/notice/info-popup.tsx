import type { Notice } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { buttonClass, IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Link } from "../navigation/link.tsx";
import styles from "./info-popup.module.css";
import { closeNotice } from "./notice.ts";

export type InfoPopupProps = { notice: Notice };

/** InfoPopup shows the agency's notice to all visitors. It is not modal. */
export function InfoPopup({ notice }: InfoPopupProps) {
  const t = useT();
  const close = () => closeNotice();
  return (
    <aside
      className={styles.popup}
      aria-label={notice.title || notice.text}
      data-notice=""
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <IconButton label={t("common.close")} className={styles.close} onClick={close}>
        <Icon name="close" className={styles.icon} />
      </IconButton>
      {notice.title ? <p className={styles.title}>{notice.title}</p> : null}
      {notice.text ? <p className={styles.text}>{notice.text}</p> : null}
      {notice.link ? (
        <Link
          link={notice.link.href}
          className={buttonClass({ variant: "text", size: "small" })}
          onClick={close}
        >
          {notice.link.text}
          <Icon name="arrow" />
        </Link>
      ) : null}
    </aside>
  );
}

export default InfoPopup;
