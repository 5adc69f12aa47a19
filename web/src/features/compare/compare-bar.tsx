import { useT } from "../../i18n/use-t.ts";
import { Button, IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./compare-bar.module.css";

export type CompareBarProps = {
  /** The number of chosen properties. */
  count: number;
  /** The label of the button that ends the choice. */
  close: string;
  onCompare: () => void;
  onClose: () => void;
};

/** CompareBar is a bar at the bottom of the window: how many homes are chosen, and the button to compare them. */
export function CompareBar({ count, close, onCompare, onClose }: CompareBarProps) {
  const t = useT();
  return (
    <div className={styles.bar} data-screen-only="" data-floats="" data-compare-bar="">
      <p role="status" className={styles.count}>
        {t("sections.favorites.chosen", { count })}
      </p>
      {count > 1 ? (
        <Button variant="sand" size="small" onClick={onCompare}>
          {t("sections.favorites.comparing")}
        </Button>
      ) : (
        <p className={styles.more}>{t("sections.favorites.chooseMore")}</p>
      )}
      <IconButton label={close} className={styles.close} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}
