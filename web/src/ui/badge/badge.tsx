import type { Badge as BadgeData } from "../../generated/view.ts";
import { cx } from "../cx.ts";
import styles from "./badge.module.css";

export type BadgesProps = {
  badges: BadgeData[];
  className?: string | undefined;
};

/** Badges of a property: its state, new, exclusive, featured. */
export function Badges({ badges, className }: BadgesProps) {
  if (badges.length === 0) return null;
  return (
    <ul className={cx(styles.badges, className)}>
      {badges.map((badge) => (
        <li key={badge.key} className={styles.badge} data-badge={badge.key}>
          {badge.text}
        </li>
      ))}
    </ul>
  );
}
