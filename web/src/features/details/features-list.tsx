import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./features-list.module.css";

export type FeaturesListProps = { features: string[] };

/** FeaturesList lists the features of a property: pool, garden, sea views. */
export function FeaturesList({ features }: FeaturesListProps) {
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
