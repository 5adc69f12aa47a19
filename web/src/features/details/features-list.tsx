import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./features-list.module.css";

/** FeaturesList is what a home has: pool, garden, sea views. */
export function FeaturesList({ features }: { features: string[] }) {
  return (
    <ul className={styles.list}>
      {features.map((feature) => (
        <li key={feature} className={styles.item}>
          <Icon name="check" className={styles.icon} />
          {feature}
        </li>
      ))}
    </ul>
  );
}
