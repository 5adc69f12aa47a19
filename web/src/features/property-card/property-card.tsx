import type { ReactNode } from "react";
import type { Card as CardData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { cachedFragment } from "../../lib/cached-fragment.tsx";
import { Badges } from "../../ui/badge/badge.tsx";
import cardStyles from "../../ui/card/card.module.css";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { Price } from "../../ui/price/price.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import { Link } from "../navigation/link.tsx";
import { factIcon } from "./fact-icons.ts";
import { FavoriteHeart } from "./favorite-button.tsx";
import styles from "./property-card.module.css";

export type PropertyCardProps = {
  card: CardData;
  /** The sizes attribute of the picture. */
  sizes: string;
  /** Its picture is the first picture of the page. */
  first?: boolean;
  heading?: "h2" | "h3";
  /** Content in place of the picture. */
  pictures?: ReactNode;
};

/** PropertyCard is a property in a list; one stretched link covers the whole card. */
export const PropertyCard = cachedFragment(Card, {
  part: "card",
  rest: ({ sizes, first, heading }) => `${first} ${heading} ${sizes}`,
  uncached: ({ pictures }) => pictures !== undefined,
});

function Card({
  card,
  sizes,
  first = false,
  heading: Heading = "h3",
  pictures,
}: PropertyCardProps) {
  const t = useT();
  const differs = card.differs?.key;
  return (
    <article
      className={cx(cardStyles.card, styles.card)}
      data-withdrawn={card.withdrawn || undefined}
    >
      <div className={styles.frame}>
        {pictures ??
          (card.picture ? (
            <Picture
              picture={card.picture}
              sizes={sizes}
              first={first}
              alt=""
              className={cardStyles.picture}
            />
          ) : (
            <Icon name="built" className={styles.none} />
          ))}
        <Badges badges={card.badges} className={styles.badges} />
      </div>
      <div className={styles.text}>
        {card.differs ? <p className={styles.differs}>{card.differs.text}</p> : null}
        <p className={styles.place}>
          <Marked when={differs === "place"}>{card.place}</Marked>
        </p>
        <Heading className={styles.title}>
          {card.href ? (
            <Link link={card.href} className={cx(cardStyles.link, cardStyles.ring, styles.link)}>
              {card.title}
            </Link>
          ) : (
            card.title
          )}
        </Heading>
        {card.withdrawn ? <p className={styles.withdrawn}>{t("property.withdrawn")}</p> : null}
        <CardFacts card={card} />
        <div className={styles.last}>
          <Price
            price={card.price}
            before={t("property.before")}
            className={cx(styles.price, differs === "price" && styles.marked)}
          />
          {card.reference ? (
            <p className={styles.reference}>{t("property.ref", { reference: card.reference })}</p>
          ) : null}
        </div>
      </div>
      <div className={styles.heart}>
        <FavoriteHeart id={card.id} title={card.title} />
      </div>
    </article>
  );
}

type CardFactsProps = { card: CardData };

/** CardFacts are the figures of specification §3.15, and the units of a development. */
function CardFacts({ card }: CardFactsProps) {
  const shown = card.facts.filter(
    ({ key }) => factIcon(key) && key !== "type" && key !== "delivery",
  );
  if (shown.length === 0) return null;
  return (
    <ul className={styles.facts}>
      {shown.map((fact) => {
        const icon = factIcon(fact.key);
        return (
          <li key={fact.key} className={styles.fact} title={fact.label}>
            {icon ? <Icon name={icon} /> : null}
            <VisuallyHidden>{`${fact.label}: `}</VisuallyHidden>
            <Marked when={card.differs?.key === fact.key}>{fact.value}</Marked>
          </li>
        );
      })}
    </ul>
  );
}

type MarkedProps = { when: boolean; children: string };

/** Marked marks the fact that is not as searched. */
function Marked({ when, children }: MarkedProps) {
  return when ? <mark className={styles.marked}>{children}</mark> : children;
}
