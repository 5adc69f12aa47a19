import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "../../../src/ui/cx.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./parts.module.css";

export type PageProps = {
  title: string;
  /** Stands above the title: where the page belongs. */
  above?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Fills the window; otherwise the page has the width of a form. */
  wide?: boolean;
  children: ReactNode;
};

/** Page is a screen with its heading, which gets the focus after a navigation. */
export function Page({ title, above, actions, wide = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const t = useWords(common);
  useEffect(() => {
    document.title = `${title} · ${t.studio}`;
  }, [title, t]);
  useEffect(() => {
    // Not when a field of the new screen has taken the focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={cx(styles.page, wide && styles.wide)}>
      <header className={styles.head}>
        <div className={styles.titles}>
          {above}
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}
