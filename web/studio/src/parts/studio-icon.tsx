import styles from "../../../src/ui/icon/icon.module.css";
import { Icon, type IconName } from "../../../src/ui/icon/icon.tsx";

/* Icons that only the studio has, on the grid of the site's: pages of visitors do not load them. */
const PATHS = {
  users:
    "M9 11a3.7 3.7 0 1 0 0-7.4A3.7 3.7 0 0 0 9 11zM2.5 20.5c0-4 2.8-6.5 6.5-6.5s6.5 2.5 6.5 6.5M15.5 4.2a3.5 3.5 0 0 1 0 6.6M18 14.6c2.2.9 3.5 3 3.5 5.9",
} as const;

export type StudioIconName = IconName | keyof typeof PATHS;

/** StudioIcon is an icon of the site, or one that only the studio has. */
export function StudioIcon({ name }: { name: StudioIconName }) {
  if (name !== "users") return <Icon name={name} />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.icon}>
      <path d={PATHS[name]} />
    </svg>
  );
}
