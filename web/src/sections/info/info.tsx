import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import { FactIcon } from "./fact-icon.tsx";
import styles from "./info.module.css";

/** Info is a list of facts with icons. */
export default function Info({ section }: SectionProps<"info">) {
  return (
    <Band tone="linen" title={section.title}>
      <dl className={styles.facts} data-count={section.items.length}>
        {section.items.map((item) => (
          <div key={item.label} className={styles.fact}>
            <dt className={styles.label}>
              {item.icon ? <FactIcon name={item.icon} /> : null}
              {item.label}
            </dt>
            <dd className={styles.value}>{item.value}</dd>
          </div>
        ))}
      </dl>
    </Band>
  );
}
