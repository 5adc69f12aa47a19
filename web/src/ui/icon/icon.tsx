import { cx } from "../cx.ts";
import styles from "./icon.module.css";

/* Paths on a grid of 24 × 24: one thin stroke, round ends. */
const PATHS = {
  menu: "M3 8h18M3 16h18",
  close: "M5 5l14 14M19 5L5 19",
  heart:
    "M12 20S3.5 15.2 3.5 9.2A4.7 4.7 0 0 1 12 6.6a4.7 4.7 0 0 1 8.5 2.6C20.5 15.2 12 20 12 20z",
  phone:
    "M6.5 3.5h3l1.5 4-2 1.5a11.5 11.5 0 0 0 6 6l1.5-2 4 1.5v3a1.8 1.8 0 0 1-2 1.8A16.5 16.5 0 0 1 4.7 5.5a1.8 1.8 0 0 1 1.8-2z",
  mail: "M3.5 5.5h17v13h-17zM3.5 6.5L12 13l8.5-6.5",
  pin: "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2",
  globe:
    "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c4.5 5 4.5 12 0 17M12 3.5c-4.5 5-4.5 12 0 17",
  down: "M6 9.5l6 6 6-6",
  left: "M14.5 5.5L8 12l6.5 6.5",
  right: "M9.5 5.5L16 12l-6.5 6.5",
  arrow: "M3.5 12h17M15 6.5l5.5 5.5-5.5 5.5",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20.5 20.5",
  sliders:
    "M3.5 7.5h9M17.5 7.5h3M15 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.5 16.5h3M11.5 16.5h9M9 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  bed: "M3 19v-6.5h18V19M3 16.5h18M5 12.5V7a1.5 1.5 0 0 1 1.5-1.5h11A1.5 1.5 0 0 1 19 7v5.5M8 12.5v-2h8v2",
  bath: "M3 12.5h18v1.5a4.5 4.5 0 0 1-4.5 4.5h-9A4.5 4.5 0 0 1 3 14zM5.5 12.5V6A2 2 0 0 1 9 4.7M7 18.5l-1 2M17 18.5l1 2",
  built: "M4 20.5V9.5L12 3.5l8 6v11zM9.5 20.5v-6h5v6",
  plot: "M4 4h16v16H4zM4 9.5h3M4 14.5h3M9.5 20v-3M14.5 20v-3",
  terrace: "M12 3.5c5 0 8.5 3 8.5 6.5h-17c0-3.5 3.5-6.5 8.5-6.5zM12 10v10.5M8 20.5h8",
  key: "M8 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11.5h8.5v3.5M17 11.5v2.5",
  calendar: "M4 6h16v14H4zM4 10.5h16M8.5 3.5V7M15.5 3.5V7",
  camera: "M3.5 7.5h4l1.5-2.5h6l1.5 2.5h4v12h-17zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  play: "M8.5 5.5l10 6.5-10 6.5z",
  print: "M7 8.5V4h10v4.5M7 16H4V8.5h16V16h-3M7 13.5h10V20H7z",
  share: "M12 14.5V3.5M8 7.5l4-4 4 4M5 12.5v8h14v-8",
  check: "M4.5 12.5l5 5 10-11",
  plus: "M12 4.5v15M4.5 12h15",
  minus: "M4.5 12h15",
  move: "M12 3.5v17M3.5 12h17M9.5 6L12 3.5 14.5 6M9.5 18l2.5 2.5 2.5-2.5M6 9.5L3.5 12 6 14.5M18 9.5l2.5 2.5-2.5 2.5",
  download: "M12 3.5v11M8 10.5l4 4 4-4M4.5 20.5h15",
  plan: "M3.5 3.5h17v17h-17zM3.5 12.5h6M12.5 12.5h8M12.5 3.5v5M12.5 16.5v4",
  leaf: "M5 19C5 9.5 11 4.5 20 4.5c0 9-4.5 15-12 15-1.2 0-2.2-.3-3-.5zM5 19c2.5-5 6-8 10.5-10",
  message: "M4 20l1.3-4A8 8 0 1 1 8.3 19z",
  grid: "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z",
  instagram:
    "M7.5 3.5h9a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4h-9a4 4 0 0 1-4-4v-9a4 4 0 0 1 4-4zM12 15.8a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM16.8 7.2h.01",
  link: "M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12.5 5.8M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1-1",
} as const;

export type IconName = keyof typeof PATHS;

export const iconNames = Object.keys(PATHS) as IconName[];

export type IconProps = {
  name: IconName;
  /** Filled with the text's colour; the saved heart. */
  solid?: boolean;
  className?: string | undefined;
};

/** Icon is decorative; the text beside it or the label of the control has the meaning. */
export function Icon({ name, solid = false, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={cx(styles.icon, solid && styles.solid, className)}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
