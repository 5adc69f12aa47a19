import { useRef, useState } from "react";
import { cx } from "../../../src/ui/cx.ts";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import type { PropertyRow } from "../generated/api.ts";
import { useWords } from "../words/words.ts";
import { formatPrice } from "./price.ts";
import { PriceForm } from "./price-form.tsx";
import styles from "./properties.module.css";
import { propertyWords } from "./words.ts";

export type PriceCellProps = { row: PropertyRow; phone: boolean };

type Open = { text?: string; problem?: string };

/** PriceCell is the price of a row. A click opens the form in its place; on a phone in a sheet. */
export function PriceCell({ row, phone }: PriceCellProps) {
  const t = useWords(propertyWords);
  const [open, setOpen] = useState<Open | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { amount, currency, mode, on_ask: onAsk } = row.price;
  const price = formatPrice(amount, currency);
  const further = [price && t.modes[mode], onAsk && t.onAsk].filter(Boolean).join(", ");
  const close = () => {
    setOpen(null);
    // The button is there again after this render.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus();
    });
  };
  const value = (
    <>
      {price || <span className={styles.unset}>{onAsk ? t.onAsk : t.noPrice}</span>}
      {price && further ? <small>{further}</small> : null}
    </>
  );
  if (!row.may) return <p className={cx(styles.price, styles.fixed)}>{value}</p>;
  const form = open ? (
    <PriceForm
      key={open.text ?? ""}
      row={row}
      text={open.text}
      problem={open.problem}
      sheet={phone}
      onClose={close}
      onRefused={(text, problem) => setOpen({ text, problem })}
    />
  ) : null;
  if (form && !phone) return form;
  return (
    <>
      <button
        ref={button}
        type="button"
        data-price=""
        className={styles.price}
        aria-label={`${t.changePrice(row.reference)}: ${price || t.noPrice} ${further}`.trim()}
        onClick={() => setOpen({})}
      >
        {value}
      </button>
      {form ? (
        <Dialog open onClose={close} label={t.priceOf(row.reference)} className={styles.sheet}>
          {form}
        </Dialog>
      ) : null}
    </>
  );
}
