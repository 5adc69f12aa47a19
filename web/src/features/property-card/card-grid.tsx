import type { ReactNode } from "react";
import type { Card } from "../../generated/view.ts";
import { cx } from "../../ui/cx.ts";
import styles from "./card-grid.module.css";
import { PropertyCard } from "./property-card.tsx";

interface CardGridProps {
  cards: Card[];
  /** The first card stands in sight without scrolling: its picture comes before all others. */
  first?: boolean;
  heading?: "h2" | "h3";
  /** Others are on their way: skeletons stand in the cards' places. */
  waiting?: boolean;
  /** One column even where there is room for more: something stands beside it. */
  single?: boolean;
  /** What stands below each card. */
  below?: (card: Card) => ReactNode;
}

/** The grid's own columns, told to the browser before it has laid them out. */
const SIZES = "(width >= 1290px) 380px, (width >= 1024px) 30vw, (width >= 640px) 45vw, 92vw";

/** CardGrid shows homes in one, two or three columns. */
export function CardGrid({
  cards,
  first = false,
  heading = "h3",
  waiting = false,
  single = false,
  below,
}: CardGridProps) {
  return (
    <ul className={cx(styles.grid, single && styles.single)} aria-busy={waiting || undefined}>
      {cards.map((card, index) => (
        <li key={card.id}>
          <PropertyCard card={card} sizes={SIZES} first={first && index === 0} heading={heading} />
          {below?.(card)}
        </li>
      ))}
    </ul>
  );
}
