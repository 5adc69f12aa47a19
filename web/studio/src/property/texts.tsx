import { useState } from "react";
import { groupDigits } from "../../../src/lib/format.ts";
import { TextArea, TextInput } from "../../../src/ui/field/field.tsx";
import { readPrice } from "../number/number.ts";
import { useLang, useWords } from "../words/words.ts";
import { type ControlProps, fieldId } from "./control-props.ts";
import { useForm, useProblem, useValue } from "./form-store.ts";
import styles from "./property.module.css";
import { formWords } from "./words.ts";

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value);

/** What all controls of one text have. */
function useControl({ field, path, label, lang, readOnly }: ControlProps) {
  const own = useLang();
  const problem = useProblem(path);
  return {
    id: fieldId(path),
    label,
    lang,
    readOnly,
    note: problem || field.help?.[own],
    className: problem ? styles.wrong : undefined,
    "aria-invalid": problem ? (true as const) : undefined,
  };
}

/** TextControl is a text of one line, or an address. */
export function TextControl(props: ControlProps) {
  const { path, field } = props;
  const form = useForm();
  const value = useValue(path);
  return (
    <TextInput
      {...useControl(props)}
      autoComplete="off"
      maxLength={field.max ?? 2000}
      inputMode={field.control === "web-address" ? "url" : undefined}
      value={textOf(value)}
      onChange={(event) => form.change(path, event.target.value)}
    />
  );
}

/** AreaControl is a text of several lines, or markup as its source. */
export function AreaControl(props: ControlProps) {
  const { path, field } = props;
  const form = useForm();
  const value = useValue(path);
  return (
    <TextArea
      {...useControl(props)}
      rows={field.control === "markup" ? 14 : 4}
      spellCheck
      maxLength={field.max}
      value={textOf(value)}
      onChange={(event) => form.change(path, event.target.value)}
    />
  );
}

export function DateControl(props: ControlProps) {
  const form = useForm();
  const value = useValue(props.path);
  return (
    <TextInput
      {...useControl(props)}
      type="date"
      value={textOf(value)}
      onChange={(event) => form.change(props.path, event.target.value)}
    />
  );
}

/** Reads what was typed; null for a text that is surely no number. */
function readNumber(control: string, text: string): number | null {
  if (control !== "decimal") return readPrice(text);
  return /^[-−]?\d{1,6}(?:[.,]\d{1,9})?$/.test(text)
    ? Number(text.replace("−", "-").replace(",", "."))
    : null;
}

function shownNumber(control: string, path: string, value: unknown, lang: string): string {
  if (typeof value !== "number") return textOf(value);
  if (value === 0) return "";
  if (control === "decimal") return lang === "es" ? String(value).replace(".", ",") : String(value);
  return path === "built_year" ? String(value) : groupDigits(value);
}

/**
 * NumberControl takes a number as offices write it, and shows below the field how it is read. A text that is no number
 * stays in the field, and is refused when it is saved.
 */
export function NumberControl(props: ControlProps) {
  const { path, field, label } = props;
  const t = useWords(formWords);
  const lang = useLang();
  const form = useForm();
  const value = useValue(path);
  // The text as it is typed; the value of a form that was loaded again replaces it.
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  const { note, ...control } = useControl(props);
  const isTyped = typed !== null && Object.is(typed.value, value);
  const text = isTyped ? typed.text : shownNumber(field.control, path, value, lang);
  const isWrong = typeof value === "string" && value.trim() !== "";
  const echo =
    isTyped && typeof value === "number" && value > 0 && /\D/.test(typed.text)
      ? shownNumber(field.control, path, value, lang)
      : "";
  const change = (next: string) => {
    const read = next.trim() === "" ? null : (readNumber(field.control, next.trim()) ?? next);
    form.change(path, read);
    setTyped({ text: next, value: form.value(path) });
  };
  return (
    <TextInput
      {...control}
      label={field.unit ? `${label} (${field.unit})` : label}
      note={
        isWrong
          ? field.control === "decimal"
            ? t.notADecimal
            : t.notANumber
          : echo
            ? `= ${echo}`
            : note
      }
      className={isWrong ? styles.wrong : control.className}
      aria-invalid={isWrong || control["aria-invalid"] || undefined}
      inputMode={field.control === "decimal" ? "decimal" : "text"}
      autoComplete="off"
      maxLength={40}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={() => {
        if (!isWrong) setTyped(null);
      }}
    />
  );
}
