import type { MapPoint } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./map-link.module.css";

export type MapLinkProps = {
  point: MapPoint;
  place: string;
};

/** MapLink is a decorative map that links to a map service; nothing loads from it before the click. */
export function MapLink({ point, place }: MapLinkProps) {
  const t = useT();
  return (
    <a className={styles.map} href={point.href} target="_blank" rel="noopener noreferrer">
      <svg
        className={styles.drawing}
        viewBox="0 0 800 300"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <path
          className={styles.sea}
          d="M0 236c90-26 150 6 232-10s130-48 222-34 120 46 204 26 96-30 142-28v110H0z"
        />
        <path
          className={styles.road}
          d="M-10 186c120-22 190 4 290-14s160-52 260-34 150 20 270-14M120-10c18 90-14 130 26 190M330-10c-8 70 30 100 14 176M560-10c26 60-8 96 18 148M-10 92c140 10 230-34 356-14s250 26 464-30"
        />
        <circle className={styles.ring} cx="400" cy="128" r={point.exact ? 22 : 58} />
        <circle className={styles.dot} cx="400" cy="128" r="6" />
      </svg>
      <span className={styles.text}>
        <span className={styles.place}>
          <Icon name="pin" />
          {place}
        </span>
        <span className={styles.note}>
          {point.exact ? t("property.mapExact") : t("property.mapArea")}
        </span>
        <span className={styles.call}>
          {t("property.openMap")}
          <Icon name="arrow" />
        </span>
      </span>
    </a>
  );
}
