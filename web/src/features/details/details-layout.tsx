import type { ReactNode } from "react";
import styles from "./details-layout.module.css";

export type DetailsLayoutProps = {
  summary: ReactNode;
  gallery: ReactNode;
  /** Sticky beside the text. */
  aside: ReactNode;
  /** Fixed at the bottom of a phone's window. */
  bar: ReactNode;
  children: ReactNode;
};

/** DetailsLayout places the summary, the full-width gallery, and the content with the agent beside it. */
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
