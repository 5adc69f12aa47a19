import { memo } from "react";
import { useMediaQuery } from "../../../src/lib/use-media-query.ts";
import { VisuallyHidden } from "../../../src/ui/visually-hidden/visually-hidden.tsx";
import type { PropertyRow } from "../generated/api.ts";
import { useWords } from "../words/words.ts";
import { PriceCell } from "./price-cell.tsx";
import styles from "./properties.module.css";
import { Cover, Languages, Naming } from "./property-cells.tsx";
import { StateButton } from "./state-menu.tsx";
import { propertyWords } from "./words.ts";

/** Below this width, which follows the text size of the browser, rows are cards. */
const DESK = "(width >= 56em)";

/** PropertyList is the page of rows: a table on a desk, cards on a phone. */
export const PropertyRows = memo(function PropertyRows({ rows }: { rows: PropertyRow[] }) {
  const desk = useMediaQuery(DESK);
  const t = useWords(propertyWords);
  if (!desk) {
    return (
      <ul className={styles.cards}>
        {rows.map((row) => (
          <Card key={row.id} row={row} />
        ))}
      </ul>
    );
  }
  return (
    <div className={styles.tableFrame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td className={styles.coverCell} />
            <th>{t.columns.property}</th>
            <th className={styles.priceColumn}>{t.columns.price}</th>
            <th className={styles.stateColumn}>{t.columns.state}</th>
            <th className={styles.languageColumn}>{t.columns.languages}</th>
            <th className={styles.agentColumn}>{t.columns.agent}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
});

const Line = memo(function Line({ row }: { row: PropertyRow }) {
  return (
    <tr data-row={row.id}>
      <td className={styles.coverCell}>
        <Cover row={row} />
      </td>
      <td>
        <Naming row={row} />
      </td>
      <td className={styles.priceColumn}>
        <PriceCell row={row} phone={false} />
      </td>
      <td className={styles.stateColumn}>
        <StateButton row={row} />
      </td>
      <td>
        <Languages row={row} />
      </td>
      <td className={styles.agentColumn}>{row.agent}</td>
    </tr>
  );
});

const Card = memo(function Card({ row }: { row: PropertyRow }) {
  const t = useWords(propertyWords);
  return (
    <li data-row={row.id} className={styles.card}>
      <Cover row={row} />
      <Naming row={row} />
      <div className={styles.cardControls}>
        <PriceCell row={row} phone />
        <StateButton row={row} />
      </div>
      <div className={styles.cardFoot}>
        <Languages row={row} />
        {row.agent ? (
          <span>
            <VisuallyHidden>{t.columns.agent}: </VisuallyHidden>
            {row.agent}
          </span>
        ) : null}
      </div>
    </li>
  );
});
