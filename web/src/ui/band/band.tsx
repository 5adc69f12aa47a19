import { type ReactNode, useId } from "react";
import { cx } from "../cx.ts";
import styles from "./band.module.css";

export type BandProps = {
  /** The background colour. */
  tone?: "paper" | "linen" | "sand" | "bark";
  /** The maximum width of the content: wide 1200 px, narrow 1000 px, full the window. */
  width?: "wide" | "narrow" | "full";
  title?: string | undefined;
  text?: string | undefined;
  /** A link beside the title. */
  action?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
};

/** Band is a block of a page with padding and an optional heading. */
export function Band({
  tone = "paper",
  width = "wide",
  title,
  text,
  action,
  className,
  children,
}: BandProps) {
  const id = useId();
  return (
    <section
      data-tone={tone}
      className={cx(styles.band, styles[tone], className)}
      aria-labelledby={title ? id : undefined}
    >
      <div className={cx(styles.inner, styles[width])}>
        {title || text ? (
          <div className={cx(styles.head, "reveal")}>
            <div className={styles.words}>
              {title ? (
                <h2 id={id} className={styles.title}>
                  {title}
                </h2>
              ) : null}
              {text ? <p className={styles.text}>{text}</p> : null}
            </div>
            {action}
          </div>
        ) : null}
        {children}
      </div>
    </section>
  );
}
