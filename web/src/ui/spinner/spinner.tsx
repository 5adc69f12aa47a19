import styles from "./spinner.module.css";

/** Spinner: five bars that rise and fall while something is fetched. */
export function Spinner({ label }: { label: string }) {
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
