import type { MapPoint } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./map-link.module.css";

export type MapLinkProps = {
  point: MapPoint;
  place: string;
};

/** MapLink is the place with a link to a map service; nothing loads from it before the click. */
export function MapLink({ point, place }: MapLinkProps) {
  const t = useT();
  return (
    <a className={styles.map} href={point.href} target="_blank" rel="noopener noreferrer">
      <span>
        <span className={styles.place}>
          <Icon name="pin" />
          {place}
        </span>
        <span className={styles.note}>
          {point.exact ? t("property.mapExact") : t("property.mapArea")}
        </span>
      </span>
      <span className={styles.call}>
        {t("property.openMap")}
        <Icon name="arrow" />
      </span>
    </a>
  );
}
