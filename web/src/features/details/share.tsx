import { useT } from "../../i18n/use-t.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { showToast } from "../toast/toast.ts";
import styles from "./share.module.css";

export type ShareProps = {
  title: string;
  /** The absolute URL of the page. */
  address: string;
  /** The URL of the brochure; without one the page itself is printed. */
  brochure?: string | undefined;
};

/** Share opens the device's share sheet, or copies the URL. The mail link works without scripts. */
export function Share({ title, address, brochure }: ShareProps) {
  const t = useT();
  const share = async () => {
    try {
      if (navigator.share) await navigator.share({ title, url: address });
      else {
        await navigator.clipboard.writeText(address);
        showToast(t("property.copied"));
      }
    } catch (err) {
      // AbortError: the visitor closed the share sheet.
      if (!(err instanceof DOMException && err.name === "AbortError")) showToast(address);
    }
  };
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`;
  return (
    <ul className={styles.share}>
      <li className={styles.script}>
        <button type="button" className={styles.way} onClick={share}>
          <Icon name="share" />
          {t("property.share")}
        </button>
      </li>
      <li>
        <a href={mail} className={styles.way}>
          <Icon name="mail" />
          {t("property.shareByMail")}
        </a>
      </li>
      {brochure ? (
        <li>
          <a href={brochure} className={styles.way} target="_blank" rel="noopener noreferrer">
            <Icon name="download" />
            {t("property.brochure")}
          </a>
        </li>
      ) : (
        <li className={styles.script}>
          <button type="button" className={styles.way} onClick={() => window.print()}>
            <Icon name="print" />
            {t("property.print")}
          </button>
        </li>
      )}
    </ul>
  );
}
