import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { groupDigits } from "../../../src/lib/format.ts";
import { Button, IconButton } from "../../../src/ui/button/button.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { fieldProblems, sentenceOf } from "../api/failure.ts";
import type { PropertyRow } from "../generated/api.ts";
import { readPrice } from "../number/number.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { changePrice } from "./change.ts";
import { formatPrice } from "./price.ts";
import styles from "./properties.module.css";
import { propertyWords } from "./words.ts";

export type PriceFormProps = {
  row: PropertyRow;
  /** The text to begin with: what was typed before a refusal. */
  text?: string | undefined;
  /** The problem of that text. */
  problem?: string | undefined;
  sheet?: boolean;
  onClose: () => void;
  /** Runs when the price was not saved: the form opens again with what was typed. */
  onRefused: (text: string, problem: string) => void;
};

/** PriceForm takes a price as offices write it: Enter saves, Escape leaves. */
export function PriceForm({ row, text, problem, sheet, onClose, onRefused }: PriceFormProps) {
  const t = useWords(propertyWords);
  const { save, cancel } = useWords(common);
  const { amount, currency, mode } = row.price;
  const [typed, setTyped] = useState(text ?? (amount > 0 ? groupDigits(amount) : ""));
  const [wrong, setWrong] = useState(problem ?? "");
  const note = useId();
  const field = useRef<HTMLInputElement>(null);
  const value = readPrice(typed);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (value === null) {
      setWrong(t.notANumber);
      field.current?.focus();
      return;
    }
    onClose();
    if (value === amount) return;
    try {
      if (!(await changePrice(row, value))) onRefused(typed, "");
    } catch (error) {
      onRefused(typed, fieldProblems(error)["price.amount"] ?? sentenceOf(error));
    }
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  const echo = value === null ? "" : formatPrice(value, currency);
  return (
    <form className={sheet ? styles.sheetForm : styles.priceForm} onSubmit={submit}>
      {sheet ? <h2 className={styles.sheetTitle}>{t.priceOf(row.reference)}</h2> : null}
      <input
        ref={field}
        className={styles.priceInput}
        aria-label={t.priceOf(row.reference)}
        aria-describedby={note}
        aria-invalid={wrong ? true : undefined}
        inputMode="decimal"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the form opens because its user wants to type
        autoFocus
        onFocus={(event) => event.target.select()}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong("");
        }}
        onKeyDown={keys}
      />
      <p
        id={note}
        className={styles.priceNote}
        data-wrong={wrong ? "" : undefined}
        aria-live="polite"
      >
        {wrong || [echo, echo && t.modes[mode]].filter(Boolean).join(" ") || t.notANumber}
      </p>
      {sheet ? (
        <div className={styles.sheetButtons}>
          <Button type="submit" wide>
            {save}
          </Button>
          <Button variant="text" onClick={onClose}>
            {cancel}
          </Button>
        </div>
      ) : (
        <span className={styles.priceButtons}>
          <IconButton type="submit" label={save}>
            <Icon name="check" />
          </IconButton>
          <IconButton label={cancel} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </span>
      )}
    </form>
  );
}
