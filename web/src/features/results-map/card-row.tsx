import { type Ref, useImperativeHandle, useRef } from "react";
import type { Card } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { prefersReducedMotion } from "../../lib/reduced-motion.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { Price } from "../../ui/price/price.tsx";
import { Link } from "../navigation/link.tsx";
import styles from "./card-row.module.css";

/** What the map can do with the row. */
export type CardRowHandle = {
  /** Scrolls to the card of a property and gives its link the focus; false when the row has no such card. */
  show(id: number): boolean;
};

export type CardRowProps = {
  cards: Card[];
  handle: Ref<CardRowHandle>;
  /** The property whose pin is marked. */
  active: number | undefined;
  /** Runs when the visitor has moved the row to another card. */
  onActive: (id: number) => void;
  /** Runs on Escape. */
  onLeave: () => void;
};

/**
 * CardRow is the list of results on phones and tablets, in a row at the lower edge of the map: swiping it
 * marks the pin of its card, and pressing a pin shows its card.
 */
export function CardRow({ cards, handle, active, onActive, onLeave }: CardRowProps) {
  const t = useT();
  const row = useRef<HTMLUListElement>(null);
  const moved = useRef<number>(undefined);

  useImperativeHandle(handle, () => ({
    show(id) {
      const item = row.current?.querySelector(`[data-row="${id}"]`);
      if (!(item instanceof HTMLElement) || !row.current) return false;
      row.current.scrollTo({
        left: item.offsetLeft - (row.current.clientWidth - item.clientWidth) / 2,
        behavior: prefersReducedMotion() ? "auto" : "smooth",
      });
      item.querySelector("a")?.focus({ preventScroll: true });
      return true;
    },
  }));

  const scrolled = () => {
    window.clearTimeout(moved.current);
    moved.current = window.setTimeout(() => {
      const id = row.current && middleOf(row.current);
      if (id) onActive(id);
    }, SETTLED);
  };
  return (
    <ul
      ref={row}
      className={styles.row}
      aria-label={t("sections.map.row")}
      onScroll={scrolled}
      onKeyDown={(event) => {
        if (event.key === "Escape") onLeave();
      }}
    >
      {cards.map((card) => (
        <li
          key={card.id}
          className={styles.item}
          data-row={card.id}
          data-active={card.id === active || undefined}
        >
          <span className={styles.frame}>
            {card.picture ? (
              <Picture picture={card.picture} sizes="112px" maxWidth={480} alt="" />
            ) : (
              <Icon name="built" />
            )}
          </span>
          <div className={styles.text}>
            <p className={styles.place}>{card.place}</p>
            {card.href ? (
              <Link link={card.href} className={styles.link} onFocus={() => onActive(card.id)}>
                {card.title}
              </Link>
            ) : (
              card.title
            )}
            <Price price={card.price} before={t("property.before")} className={styles.price} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The time in ms without scrolling after which a row stands still. */
const SETTLED = 120;

/** The property of the card in the middle of a row. */
function middleOf(row: HTMLElement): number | undefined {
  const middle = row.scrollLeft + row.clientWidth / 2;
  for (const item of row.children) {
    if (!(item instanceof HTMLElement)) continue;
    if (item.offsetLeft + item.clientWidth > middle) return Number(item.dataset.row);
  }
  return undefined;
}
