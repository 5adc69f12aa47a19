import { type ReactNode, useId } from "react";
import styles from "./panel.module.css";

export type PanelProps = {
  title: string;
  /** A sentence below the title. */
  note?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Panel is a part of a screen with a heading and a surface of its own. */
export function Panel({ title, note, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {actions}
      </header>
      {note ? <p className={styles.note}>{note}</p> : null}
      {children}
    </section>
  );
}
