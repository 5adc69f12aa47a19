import { cx } from "../cx.ts";
import styles from "./skeleton.module.css";

/** Skeleton keeps the place of a line of text that is on its way. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx(styles.skeleton, className)} />;
}
