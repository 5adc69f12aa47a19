import type { PriceHistory as PriceHistoryData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import styles from "./price-history.module.css";

export type PriceHistoryProps = { history: PriceHistoryData };

/** The chart in its own units; the line keeps a margin for its dots. */
const WIDTH = 600;
const HEIGHT = 160;
const MARGIN = 10;

/** The line has steps: a price holds until the next one. */
function line(points: { x: number; y: number }[]): string {
  return points
    .map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`))
    .concat(`H${WIDTH}`)
    .join("");
}

/** PriceHistory is the price of a property over time: a drawing for the eye, a table for everyone. */
export function PriceHistory({ history }: PriceHistoryProps) {
  const t = useT();
  const { entries, reduced } = history;
  const states = entries.some((entry) => entry.state);
  const points = entries.map(({ x, y }) => ({
    x: Math.round(MARGIN + x * (WIDTH - 4 * MARGIN)),
    y: Math.round(HEIGHT - MARGIN - y * (HEIGHT - 2 * MARGIN)),
  }));
  return (
    <div className={styles.history}>
      {reduced ? <p className={styles.reduced}>{reduced}</p> : null}
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        focusable="false"
      >
        <path d={line(points)} className={styles.line} />
        {points.map(({ x, y }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point may occur twice, and the order is fixed
          <circle key={index} cx={x} cy={y} r="5" className={styles.dot} />
        ))}
      </svg>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{t("property.priceHistoryCaption")}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t("property.since")}</th>
            <th scope="col">{t("property.price")}</th>
            {states ? <th scope="col">{t("property.priceState")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry may occur twice, and the order is fixed
            <tr key={index}>
              <th scope="row">
                <time dateTime={entry.isoDate}>{entry.date}</time>
              </th>
              <td>{entry.price}</td>
              {states ? <td>{entry.state ?? ""}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
