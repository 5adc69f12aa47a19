import styles from "./results-map.module.css";

export type ToolTextProps = { long: string; short: string };

/** ToolText is the text of a tool: a short one on phones. */
export function ToolText({ long, short }: ToolTextProps) {
  return (
    <>
      <span className={styles.long}>{long}</span>
      <span className={styles.short}>{short}</span>
    </>
  );
}
