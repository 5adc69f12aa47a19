import { useState } from "react";
import type { Unit } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import styles from "./units-table.module.css";

export type UnitsTableProps = {
  units: Unit[];
  /** The title of the development, for the accessible name of the table. */
  title: string;
};

/** The columns after the unit's name, which is the row header. */
const COLUMNS = [
  "type",
  "floor",
  "beds",
  "baths",
  "built",
  "terrace",
  "price",
  "availability",
] as const;

/**
 * UnitsTable lists the units of a development, all or those of one availability. On a phone every
 * row is a card with labels; the roles keep the table semantics.
 */
export function UnitsTable({ units, title }: UnitsTableProps) {
  const t = useT();
  const [only, setOnly] = useState<string>();
  const columns = COLUMNS.filter((column) => units.some((unit) => unit[column]));
  const offered = [...units].sort((a, b) => Number(b.available) - Number(a.available));
  const kinds = [...new Set(offered.map(({ availability }) => availability))];
  const shown = kinds.includes(only ?? "")
    ? units.filter(({ availability }) => availability === only)
    : units;
  const table = (
    // biome-ignore-start lint/a11y/noRedundantRoles: display: grid removes the roles of a table
    <table className={styles.table} role="table">
      <caption>
        <VisuallyHidden>{t("property.unitsCaption", { title })}</VisuallyHidden>
      </caption>
      <thead className={styles.head} role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            {t("property.unit.name")}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" role="columnheader" data-column={column}>
              {t(`property.unit.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {shown.map((unit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: units may have equal names, and the rows have no state
          <tr key={index} role="row" className={styles.row} data-available={unit.available}>
            <th scope="row" role="rowheader" className={styles.name}>
              {unit.name}
            </th>
            {columns.map((column) => (
              <td
                key={column}
                role="cell"
                className={styles.cell}
                data-column={column}
                data-label={t(`property.unit.${column}`)}
              >
                {unit[column] || "–"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
  if (kinds.length < 2) return table;
  return (
    <>
      <fieldset className={styles.kinds} data-screen-only="">
        <legend>
          <VisuallyHidden>{t("property.unit.availability")}</VisuallyHidden>
        </legend>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            aria-pressed={only === kind}
            onClick={() => setOnly(only === kind ? undefined : kind)}
          >
            {kind} ({units.filter(({ availability }) => availability === kind).length})
          </button>
        ))}
      </fieldset>
      {table}
    </>
  );
}
