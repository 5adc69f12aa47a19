import { Link } from "../../features/navigation/link.tsx";
import type { Card, FactKey } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Button, IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./comparison.module.css";

export type ComparisonProps = {
  cards: Card[];
  onRemove: (id: number) => void;
  onClear: () => void;
};

/** Comparison is a table of properties with one figure per row; a missing value is a dash. */
export function Comparison({ cards, onRemove, onClear }: ComparisonProps) {
  const t = useT();
  const rows: { key: string; label: string; value: (card: Card) => string | undefined }[] = [
    {
      key: "price",
      label: t("sections.favorites.price"),
      value: ({ price }) => [price.text, price.mode].filter(Boolean).join(" "),
    },
    { key: "place", label: t("sections.favorites.place"), value: (card) => card.place },
    ...factsOf(cards).map(({ key, label }) => ({ key, label, value: figure(key) })),
    { key: "reference", label: t("sections.favorites.reference"), value: (card) => card.reference },
    {
      key: "state",
      label: t("sections.favorites.state"),
      value: ({ badges }: Card) => badges.map(({ text }) => text).join(", "),
    },
  ];
  return (
    <section className={styles.comparison} aria-labelledby="comparison">
      <div className={styles.head}>
        <h2 id="comparison" className={styles.title}>
          {t("sections.favorites.compareTitle")}
        </h2>
        <Button variant="text" size="small" data-screen-only="" onClick={onClear}>
          {t("sections.favorites.compareClear")}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
      <section className={styles.scroll} aria-labelledby="comparison" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("sections.favorites.home")}</th>
              {cards.map((card) => (
                <th key={card.id} scope="col">
                  <span className={styles.name}>
                    {card.href ? <Link link={card.href}>{card.title}</Link> : card.title}
                    <IconButton
                      label={t("favorites.remove", { title: card.title })}
                      data-screen-only=""
                      onClick={() => onRemove(card.id)}
                    >
                      <Icon name="close" />
                    </IconButton>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, value }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {cards.map((card) => (
                  <td key={card.id}>{value(card) || "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

const figure = (key: FactKey) => (card: Card) => card.facts.find((fact) => fact.key === key)?.value;

/** The facts that any of the properties has, each once. */
function factsOf(cards: Card[]): { key: FactKey; label: string }[] {
  const found = new Map<FactKey, string>();
  for (const { facts } of cards) for (const { key, label } of facts) found.set(key, label);
  return [...found].map(([key, label]) => ({ key, label }));
}
