import type { ReactNode } from "react";
import styles from "./details-layout.module.css";

export type DetailsLayoutProps = {
  /** Title and price at the top of the window while the visitor reads. */
  head: ReactNode;
  gallery: ReactNode;
  /** Sticky beside the text. */
  aside: ReactNode;
  /** Fixed at the bottom of a phone's window. */
  bar: ReactNode;
  form: ReactNode;
  children: ReactNode;
};

/**
 * DetailsLayout places the full-width gallery and the content with the agent beside it. On a phone the
 * agent stands between the content and the form.
 */
export function DetailsLayout({ head, gallery, aside, bar, form, children }: DetailsLayoutProps) {
  return (
    <div className={styles.listing} data-tone="paper">
      {head}
      <div className={styles.gallery}>{gallery}</div>
      <div className={styles.body}>
        <div className={styles.story}>{children}</div>
        <aside className={styles.aside}>
          <div className={styles.sticky}>{aside}</div>
        </aside>
        {form ? <div className={styles.form}>{form}</div> : null}
      </div>
      {bar}
    </div>
  );
}
