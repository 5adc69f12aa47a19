import type { ReactNode } from "react";
import styles from "./part.module.css";

export type PartProps = {
  /** The name of the part, its anchor and its picture. */
  name: string;
  children: ReactNode;
};

/** Part is a component in all states. Its box contains elements with a fixed position. */
export function Part({ name, children }: PartProps) {
  const id = name.toLowerCase().replaceAll(" ", "-");
  return (
    <section id={id} className={styles.part} data-part={id}>
      <h2 className={styles.title}>{name}</h2>
      <div className={styles.states}>{children}</div>
    </section>
  );
}

export type StateProps = {
  name: string;
  /** The pseudo-class that the test forces on the control; visible in the pictures only. */
  force?: "hover" | "focus-visible";
  tone?: "paper" | "linen" | "sand" | "bark";
  wide?: boolean;
  children: ReactNode;
};

/** State is a part in one state. */
export function State({ name, force, tone = "paper", wide = false, children }: StateProps) {
  return (
    <div className={wide ? styles.wide : styles.state}>
      <p className={styles.name}>{name}</p>
      <div className={styles.sample} data-tone={tone} data-force={force}>
        {children}
      </div>
    </div>
  );
}
