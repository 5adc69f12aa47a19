import type { ReactNode } from "react";
import styles from "./block.module.css";

interface BlockProps {
  title: string;
  id?: string;
  /** On paper the block is left out: there is nothing to click. */
  screenOnly?: boolean;
  children: ReactNode;
}

/** Block is one titled part of a home's page. */
export function Block({ title, id, screenOnly = false, children }: BlockProps) {
  return (
    <section className={styles.block} id={id} data-screen-only={screenOnly ? "" : undefined}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}
