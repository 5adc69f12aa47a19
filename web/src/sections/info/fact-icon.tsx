import { Icon, type IconName } from "../../ui/icon/icon.tsx";
import styles from "./info.module.css";

/* In the style of ui/icon. They are here because only this section uses them. */
const PATHS: Record<string, string> = {
  plane:
    "M10.2 13.8L3.5 11.5l1.6-1.6 6.6.5 4.6-4.6c1-1 2.9-1.6 3.6-.9s.1 2.6-.9 3.6l-4.6 4.6.5 6.6-1.6 1.6-2.5-7.5zM10.2 13.8l-3.7 3.7M4.5 15.5l4 4",
  train: "M6 4h12v12.5H6zM6 10.5h12M9 16.5L6.5 20.5M15 16.5l2.5 4M9 13.5h.01M15 13.5h.01",
  car: "M3.5 17v-4.5l2.5-1.5 1.8-4.5h8.4L18 11l2.5 1.5V17zM6 11h12M6.5 17v2M17.5 17v2M7 14h1.5M15.5 14H17",
  sea: "M3 9.5c2 0 2.5-1.5 4.5-1.5S10 9.5 12 9.5s2.5-1.5 4.5-1.5S19 9.5 21 9.5M3 14c2 0 2.5-1.5 4.5-1.5S10 14 12 14s2.5-1.5 4.5-1.5S19 14 21 14M3 18.5c2 0 2.5-1.5 4.5-1.5S10 18.5 12 18.5s2.5-1.5 4.5-1.5S19 18.5 21 18.5",
  golf: "M9 20.5V3.5l8.5 4L9 11.5M5.5 20.5h13",
  school: "M12 5L2.5 9.5 12 14l9.5-4.5zM6.5 11.5v5c3.5 2.7 7.5 2.7 11 0v-5M21.5 9.5v5.5",
  euro: "M18 6.5a7 7 0 1 0 0 11M3.5 10.5h10M3.5 13.5h9",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c0-3.5 2.9-5.5 6.5-5.5s6.5 2 6.5 5.5M15.5 5a3.3 3.3 0 0 1 0 6.2M17.5 14.5c2.5.6 4 2.4 4 5",
  shield: "M12 3.5l7.5 2.5v6c0 4.5-3 7-7.5 8.5-4.5-1.5-7.5-4-7.5-8.5V6zM8.5 12l2.5 2.5 4.5-5",
};

/** Names with an icon in ui/icon. */
const SHARED: Record<string, IconName> = {
  bed: "bed",
  bath: "bath",
  plot: "plot",
  built: "built",
  terrace: "terrace",
  key: "key",
  calendar: "calendar",
  clock: "clock",
  phone: "phone",
  home: "built",
  leaf: "leaf",
};

export type FactIconProps = { name: string };

/** FactIcon is the icon of a fact; an unknown name renders nothing. */
export function FactIcon({ name }: FactIconProps) {
  const shared = SHARED[name];
  if (shared) return <Icon name={shared} className={styles.icon} />;
  const path = PATHS[name];
  if (!path) return null;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`${styles.icon} ${styles.own}`}>
      <path d={path} />
    </svg>
  );
}
