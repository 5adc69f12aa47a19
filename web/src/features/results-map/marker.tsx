import { useT } from "../../i18n/use-t.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import type { Cluster, Frame } from "./projection.ts";
import styles from "./results-map.module.css";
import type { Place } from "./use-places.ts";

export type MarkerProps = {
  cluster: Cluster<Place>;
  frame: Frame;
  current: boolean;
  onOpen: (marker: HTMLElement) => void;
};

/** Marker is one property or a cluster with its number. Outside the frame it renders nothing. */
export function Marker({ cluster: { x, y, items }, frame, current, onOpen }: MarkerProps) {
  const t = useT();
  const [first] = items;
  if (!first || x < 0 || y < 0 || x > frame.width || y > frame.height) return null;
  const card = items.length === 1 ? first.card : undefined;
  return (
    <li className={styles.place} style={{ insetInlineStart: x, insetBlockStart: y }}>
      <button
        type="button"
        className={styles.marker}
        data-one={items.length === 1 || undefined}
        aria-pressed={current}
        onClick={(event) => onOpen(event.currentTarget)}
      >
        {items.length === 1 ? (
          <Icon name="built" />
        ) : (
          <span aria-hidden="true">{items.length}</span>
        )}
        <VisuallyHidden>
          {card
            ? `${card.title}, ${card.price.text}`
            : t("sections.map.homes", { count: items.length })}
        </VisuallyHidden>
      </button>
    </li>
  );
}
