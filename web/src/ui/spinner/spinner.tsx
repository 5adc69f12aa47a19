import styles from "./spinner.module.css";

export type SpinnerProps = { label: string };

/** Spinner is an animation of five bars with a status label. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <div className={styles.spinner} role="status">
      <span className={styles.bars} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
      <span className={styles.label}>{label}</span>
    </div>
  );
}
