import type { BuyingCosts as BuyingCostsData } from "../../generated/view.ts";
import styles from "./buying-costs.module.css";

export type BuyingCostsProps = { costs: BuyingCostsData };

/** BuyingCosts is the estimate of taxes and fees of a purchase; a click opens the table. */
export function BuyingCosts({ costs }: BuyingCostsProps) {
  return (
    <details className={styles.costs}>
      <summary className={styles.summary}>{costs.summary}</summary>
      <table className={styles.table} aria-label={costs.title}>
        <tbody>
          {costs.rows.map(({ label, rate, amount }, i) => (
            <tr key={label} data-sum={i >= costs.rows.length - 2 || undefined}>
              <th scope="row">
                {label}
                {rate ? <span className={styles.rate}>{rate}</span> : null}
              </th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{costs.note}</p>
      <p className={styles.note}>
        {`${costs.sourceLabel}: `}
        {costs.link ? (
          <a href={costs.link} target="_blank" rel="noopener noreferrer">
            {costs.source}
          </a>
        ) : (
          costs.source
        )}
      </p>
    </details>
  );
}
