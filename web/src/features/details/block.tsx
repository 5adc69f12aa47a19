import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import styles from "./block.module.css";

interface BlockProps {
  title: string;
  id?: string;
  /** On paper the block is left out: there is nothing to click. */
  screenOnly?: boolean;
  /** On paper it stands behind the pictures. */
  overleaf?: boolean;
  children: ReactNode;
}

/** Block is one titled part of a home's page. */
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
