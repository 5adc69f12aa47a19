import { cx } from "../cx.ts";
import styles from "./initials.module.css";

export type InitialsProps = {
  name: string;
  className?: string | undefined;
};

/** Initials stand in the place of a missing portrait; the name beside them has the meaning. */
export function Initials({ name, className }: InitialsProps) {
  return (
    <span className={cx(styles.initials, className)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The first letters of the first and the last name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  return [...(words[0] ?? "")]
    .slice(0, 1)
    .concat([...last].slice(0, 1))
    .join("")
    .toUpperCase();
}
