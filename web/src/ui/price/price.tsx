import type { Price as PriceData } from "../../generated/view.ts";
import { cx } from "../cx.ts";
import { VisuallyHidden } from "../visually-hidden/visually-hidden.tsx";
import styles from "./price.module.css";

export type PriceProps = {
  price: PriceData;
  /** The hidden label of the previous price, for screen readers. */
  before: string;
  className?: string | undefined;
};

/** The dash between the prices of a range. */
const DASH = " – ";

/** Price is the formatted amount, its period and the previous price. A range breaks after its dash only. Without an amount there is nothing. */
export function Price({ price, before, className }: PriceProps) {
  if (!price.text) {
    return null;
  }
  const [from, to] = price.text.split(DASH);
  return (
    <p className={cx(styles.price, className)} data-range={to ? "" : undefined}>
      <span className={styles.amount}>{to ? from + DASH.trimEnd() : from}</span>
      {to ? " " : null}
      {to ? <span className={styles.amount}>{to}</span> : null}
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
