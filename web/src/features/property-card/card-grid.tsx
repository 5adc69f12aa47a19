import type { ReactNode } from "react";
import type { Card } from "../../generated/view.ts";
import { cachedList } from "../../lib/cached-fragment.tsx";
import { useFromServer } from "../../lib/use-hydrated.ts";
import { cx } from "../../ui/cx.ts";
import styles from "./card-grid.module.css";
import { CARD_SIZES } from "./card-sizes.ts";
import { PropertyCard } from "./property-card.tsx";

export type CardGridProps = {
  cards: Card[];
  /** The picture of the first card is the first picture of the page. */
  first?: boolean;
  heading?: "h2" | "h3";
  /** The next results are loading: the cards look like skeletons. */
  pending?: boolean;
  /** Beside the map: at most two columns, and the card of a pin is marked. */
  beside?: boolean;
  /** The property whose pin the visitor points at. */
  active?: number | undefined;
  /** Renders content below each card. */
  below?: (card: Card) => ReactNode;
};

/** CardGrid shows property cards in one, two or three columns. */
export function CardGrid({ cards, pending = false, beside = false, ...rest }: CardGridProps) {
  const lazy = useFromServer();
  return (
    <ul
      className={cx(styles.grid, beside && styles.beside, lazy && "lazy-list")}
      aria-busy={pending || undefined}
    >
      <Cards items={cards} beside={beside} {...rest} />
    </ul>
  );
}

type CardsProps = Omit<CardGridProps, "cards" | "pending"> & {
  items: Card[];
};

const Cards = cachedList<Card, CardsProps>({
  render: (card, index, { beside, active, first = false, heading = "h3", below }) => (
    <li
      key={card.id}
      data-card={beside ? card.id : undefined}
      data-active={card.id === active || undefined}
    >
      <PropertyCard card={card} sizes={CARD_SIZES} first={first && index === 0} heading={heading} />
      {below?.(card)}
    </li>
  ),
  rest: (_, index, { beside, first = false, heading }) =>
    `${beside} ${first && index === 0} ${heading}`,
  uncached: ({ below, active }) => below !== undefined || active !== undefined,
});
