import type { ReactNode } from "react";
import { Link } from "../../features/navigation/link.tsx";
import type { Card, Comparable, FactKey } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./comparison.module.css";

export type ComparisonProps = {
  cards: Card[];
  comparables: Comparable[];
  onRemove: (id: number) => void;
};

type Row = { key: string; label: string; value: (card: Card) => string | undefined };

/**
 * Comparison is a table of properties with one fact per row; a missing value is a dash. On narrow screens the label of
 * a row is above its values.
 */
export function Comparison({ cards, comparables, onRemove }: ComparisonProps) {
  const t = useT();
  const further = (card: Card) => comparables.find(({ id }) => id === card.id);
  const rows: Row[] = [
    {
      key: "price",
      label: t("sections.favorites.price"),
      value: ({ price }) => [price.text, price.mode].filter(Boolean).join(" "),
    },
    { key: "perM2", label: t("sections.favorites.perM2"), value: (card) => further(card)?.perM2 },
    { key: "costs", label: t("sections.favorites.costs"), value: (card) => further(card)?.costs },
    { key: "place", label: t("sections.favorites.place"), value: (card) => card.place },
    ...factsOf(cards).map(({ key, label }) => ({ key, label, value: figure(key) })),
    {
      key: "energy",
      label: t("sections.favorites.energy"),
      value: (card) => further(card)?.energy,
    },
    { key: "reference", label: t("sections.favorites.reference"), value: (card) => card.reference },
    {
      key: "state",
      label: t("sections.favorites.state"),
      value: ({ badges }: Card) => badges.map(({ text }) => text).join(", "),
    },
  ];
  const shown = rows.filter(({ value }) => cards.some((card) => value(card)));
  const featuresOf = (card: Card) => further(card)?.features ?? [];
  return (
    <section className={styles.comparison} aria-labelledby="comparison">
      <div className={styles.head}>
        <h2 id="comparison" tabIndex={-1} className={styles.title}>
          {t("sections.favorites.compareTitle")}
        </h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
      <section className={styles.scroll} aria-labelledby="comparison" tabIndex={0}>
        <table className={styles.table} data-columns={cards.length}>
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                {t("sections.favorites.home")}
              </th>
              {cards.map((card) => (
                <th key={card.id} scope="col">
                  <span className={styles.frame}>
                    {card.picture ? (
                      <Picture
                        picture={card.picture}
                        sizes="(width >= 768px) 260px, 33vw"
                        maxWidth={640}
                        alt=""
                        className={styles.picture}
                      />
                    ) : null}
                    <IconButton
                      label={t("favorites.remove", { title: card.title })}
                      data-screen-only=""
                      className={styles.remove}
                      onClick={() => onRemove(card.id)}
                    >
                      <Icon name="close" />
                    </IconButton>
                  </span>
                  {card.href ? (
                    <Link link={card.href} className={styles.name}>
                      {card.title}
                    </Link>
                  ) : (
                    card.title
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, label, value }) => (
              <Row key={key} label={label}>
                {cards.map((card) => (
                  <td key={card.id}>{value(card) || "–"}</td>
                ))}
              </Row>
            ))}
            {comparables.some(({ features }) => features.length > 0) ? (
              <Row label={t("sections.favorites.features")}>
                {cards.map((card) => (
                  <td key={card.id}>
                    <ul className={styles.features}>
                      {featuresOf(card).map((feature) => (
                        <li key={feature}>{feature}</li>
                      ))}
                    </ul>
                  </td>
                ))}
              </Row>
            ) : null}
          </tbody>
        </table>
      </section>
    </section>
  );
}

type RowProps = { label: string; children: ReactNode };

/** Row is a fact of all properties. */
function Row({ label, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {children}
    </tr>
  );
}

const figure = (key: FactKey) => (card: Card) => card.facts.find((fact) => fact.key === key)?.value;

/** The facts that any of the properties has, each once. */
function factsOf(cards: Card[]): { key: FactKey; label: string }[] {
  const found = new Map<FactKey, string>();
  for (const { facts } of cards) for (const { key, label } of facts) found.set(key, label);
  return [...found].map(([key, label]) => ({ key, label }));
}
