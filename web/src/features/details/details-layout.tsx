import type { ReactNode } from "react";
import styles from "./details-layout.module.css";

interface DetailsLayoutProps {
  summary: ReactNode;
  gallery: ReactNode;
  /** Stays in sight beside the text. */
  aside: ReactNode;
  /** Stays at the lower edge of a phone. */
  bar: ReactNode;
  children: ReactNode;
}

/** DetailsLayout: the first facts, the pictures from edge to edge, then the story with the agent beside it. */
export function DetailsLayout({ summary, gallery, aside, bar, children }: DetailsLayoutProps) {
  return (
    <div className={styles.listing} data-tone="paper">
      <div className={styles.summary}>{summary}</div>
      <div className={styles.gallery}>{gallery}</div>
      <div className={styles.body}>
        <div className={styles.story}>{children}</div>
        <aside className={styles.aside}>
          <div className={styles.sticky}>{aside}</div>
        </aside>
      </div>
      {bar}
    </div>
  );
}
