import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import styles from "./block.module.css";

export type BlockProps = {
  title: string;
  id?: string;
  /** Hides the block in print, for interactive content. */
  screenOnly?: boolean;
  /** Moves the block behind the pictures in print. */
  overleaf?: boolean;
  children: ReactNode;
};

/** Block is a titled part of the details. */
export function Block({ title, id, screenOnly = false, overleaf = false, children }: BlockProps) {
  return (
    <section
      className={cx(styles.block, overleaf && styles.overleaf)}
      id={id}
      data-screen-only={screenOnly ? "" : undefined}
    >
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}
