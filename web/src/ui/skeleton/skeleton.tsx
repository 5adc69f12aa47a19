import { cx } from "../cx.ts";
import styles from "./skeleton.module.css";

export type SkeletonProps = { className?: string | undefined };

/** Skeleton is a placeholder for a line of text that is loading. */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={cx(styles.skeleton, className)} />;
}
