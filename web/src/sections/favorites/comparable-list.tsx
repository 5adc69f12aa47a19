import { MAX_COMPARED } from "../../features/compare/compare.ts";
import { CompareBar } from "../../features/compare/compare-bar.tsx";
import { CardGrid } from "../../features/property-card/card-grid.tsx";
import type { Card, Comparable } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { prefersReducedMotion } from "../../lib/reduced-motion.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import styles from "./comparison.module.css";
import { Comparison } from "./comparison.tsx";

export type ComparableListProps = {
  cards: Card[];
  comparables: Comparable[];
  /** The ids of the compared properties. */
  ids: readonly number[];
  onChange: (ids: readonly number[]) => void;
};

/** ComparableList is a list of properties with checkboxes to compare up to four. */
export function ComparableList({ cards, comparables, ids, onChange }: ComparableListProps) {
  const t = useT();
  const hydrated = useHydrated();
  const compared = ids.flatMap((id) => cards.find((card) => card.id === id) ?? []);
  const toggle = (id: number) =>
    onChange(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  const full = compared.length >= MAX_COMPARED;
  const comparable = hydrated && cards.filter(({ withdrawn }) => !withdrawn).length > 1;
  return (
    <>
      {comparable ? (
        <p className={styles.hint} data-screen-only="">
          {t("sections.favorites.compareHint")}
        </p>
      ) : null}
      {comparable && compared.length > 0 ? (
        <CompareBar
          count={compared.length}
          close={t("sections.favorites.compareClear")}
          onCompare={showComparison}
          onClose={() => onChange([])}
        />
      ) : null}
      {compared.length > 1 ? (
        <Comparison cards={compared} comparables={comparables} onRemove={toggle} />
      ) : null}
      <CardGrid
        cards={cards}
        first
        heading="h2"
        below={(card) =>
          comparable && !card.withdrawn ? (
            <label className={styles.choice} data-screen-only="">
              <input
                type="checkbox"
                className={styles.box}
                checked={ids.includes(card.id)}
                disabled={full && !ids.includes(card.id)}
                aria-label={t("sections.favorites.compare", { title: card.title })}
                onChange={() => toggle(card.id)}
              />
              {t("sections.favorites.comparing")}
            </label>
          ) : null
        }
      />
    </>
  );
}

/** Scrolls to the table, which stands above the list. */
function showComparison(): void {
  const title = document.getElementById("comparison");
  title?.scrollIntoView({ behavior: prefersReducedMotion() ? "instant" : "smooth" });
  title?.focus({ preventScroll: true });
}
