import type { Fact } from "../../generated/view.ts";
import styles from "./facts.module.css";

export type FactsProps = { facts: Fact[] };

/** Facts are all figures of a property with their labels. */
export function Facts({ facts }: FactsProps) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.key} className={styles.fact}>
          <dt className={styles.label}>{fact.label}</dt>
          <dd className={styles.value}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
