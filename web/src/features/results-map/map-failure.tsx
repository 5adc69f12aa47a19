import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import styles from "./map-failure.module.css";

export type MapFailureProps = {
  /** Loads the map again. */
  retry: () => void;
  className?: string | undefined;
};

/** MapFailure replaces a map that failed to load, with a button to retry. */
export function MapFailure({ retry, className }: MapFailureProps) {
  const t = useT();
  return (
    <div className={cx(styles.failure, className)}>
      <p role="status">{t("sections.map.notLoaded")}</p>
      <Button variant="line" onClick={retry}>
        {t("common.retry")}
      </Button>
    </div>
  );
}
