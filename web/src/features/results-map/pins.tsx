import type { Card, MapPlace } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import styles from "./results-map.module.css";

export type PricePinProps = {
  place: MapPlace;
  /** The card of the property, when it is in the list. */
  card: Card | undefined;
  active: boolean;
  selected: boolean;
  /** The visitor has opened its page. */
  visited: boolean;
  onActive: (id: number | undefined) => void;
  onSelect: () => void;
};

/** PricePin is one property: its price, and a button that shows its card. */
export function PricePin({
  place,
  card,
  active,
  selected,
  visited,
  onActive,
  onSelect,
}: PricePinProps) {
  const t = useT();
  const seen = visited ? `, ${t("sections.map.visited")}` : "";
  const name = card ? card.title : t("sections.map.home");
  return (
    <button
      type="button"
      className={styles.price}
      data-active={active || undefined}
      aria-expanded={selected}
      data-visited={visited || undefined}
      aria-label={`${name}, ${place.price}${seen}`}
      onClick={onSelect}
      onPointerEnter={() => onActive(place.id)}
      onPointerLeave={() => onActive(undefined)}
      onFocus={() => onActive(place.id)}
      onBlur={() => onActive(undefined)}
    >
      {place.price}
    </button>
  );
}

export type ClusterPinProps = {
  count: number;
  active: boolean;
  open: boolean;
  onOpen: () => void;
};

/** ClusterPin is the number of several properties. */
export function ClusterPin({ count, active, open, onOpen }: ClusterPinProps) {
  const t = useT();
  return (
    <button
      type="button"
      className={styles.cluster}
      data-active={active || undefined}
      data-size={count > 99 ? "large" : count > 9 ? "medium" : "small"}
      aria-expanded={open}
      onClick={onOpen}
    >
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{t("sections.map.homes", { count })}</VisuallyHidden>
    </button>
  );
}
