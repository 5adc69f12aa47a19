import type { Unit } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import styles from "./units-table.module.css";

interface UnitsTableProps {
  units: Unit[];
  /** The development; names the table for those who listen. */
  title: string;
}

/** The columns after the unit's own name, which heads its row. */
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
 * UnitsTable lists the homes of a development. On a phone every row becomes a
 * card with its labels; the roles say that it is a table all the same.
 */
export function UnitsTable({ units, title }: UnitsTableProps) {
  const t = useT();
  const columns = COLUMNS.filter((column) => units.some((unit) => unit[column]));
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: display:grid takes the roles of a table away
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
        {units.map((unit) => (
          <tr key={unit.name} role="row" className={styles.row} data-available={unit.available}>
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
}
