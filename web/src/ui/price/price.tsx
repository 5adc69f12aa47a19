import type { Price as PriceData } from "../../generated/view.ts";
import { cx } from "../cx.ts";
import { VisuallyHidden } from "../visually-hidden/visually-hidden.tsx";
import styles from "./price.module.css";

interface PriceProps {
  price: PriceData;
  /** What the crossed-out price is called for those who do not see the line. */
  before: string;
  className?: string | undefined;
}

/** Price is the amount as the server printed it, what it is per, and what it was. */
export function Price({ price, before, className }: PriceProps) {
  return (
    <p className={cx(styles.price, className)}>
      <span className={styles.amount}>{price.text}</span>
      {price.mode ? <span className={styles.mode}> {price.mode}</span> : null}
      {price.previous ? (
        <>
          {" "}
          <VisuallyHidden>{before} </VisuallyHidden>
          <s className={styles.previous}>{price.previous}</s>
        </>
      ) : null}
    </p>
  );
}
