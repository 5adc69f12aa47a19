import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Option, SelectField } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { FieldButton } from "../../ui/field/field.tsx";
import styles from "./multi-select.module.css";
import { depthOf, matching, namesOf, plainLabel, toggle, valuesOf } from "./multiple.ts";

export type MultiSelectProps = {
  id: string;
  field: SelectField;
  /** The chosen values, joined by commas. */
  value: string;
  onChange: (value: string) => void;
};

/** From this number of options on the list has a search field. */
const SEARCHED = 10;

/**
 * MultiSelect is a field of several values: a button that names them, and a list of boxes with a search
 * field. The form sends one hidden field for each query key.
 */
export function MultiSelect({ id, field, value, onChange }: MultiSelectProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const options = field.options.filter((option) => !option.value.includes(","));
  const chosen = valuesOf(value);
  const names = namesOf(options, chosen);
  const close = () => {
    setOpen(false);
    setText("");
  };
  useEffect(() => {
    if (!open) return;
    search.current?.focus({ preventScroll: true });
    const leave = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || frame.current?.contains(target)) return;
      setOpen(false);
      setText("");
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [open]);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && event.target === search.current) event.preventDefault();
    if (event.key !== "Escape" || !open) return;
    event.preventDefault(); // the sheet around the list stays open
    event.stopPropagation();
    close();
    frame.current?.querySelector("button")?.focus();
  };
  const blurred = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !frame.current?.contains(relatedTarget)) close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of its controls
    <div ref={frame} className={styles.frame} onKeyDown={keys} onBlur={blurred}>
      <Values field={field} options={options} chosen={chosen} />
      <FieldButton
        id={id}
        label={field.label}
        aria-label={`${field.label}: ${names.length > 0 ? names.join(", ") : field.any}`}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        onClick={() => (open ? close() : setOpen(true))}
      >
        {names[0] ?? field.any}
        {names.length > 1 ? <span className={styles.more}> +{names.length - 1}</span> : null}
      </FieldButton>
      {open ? (
        <fieldset id={`${id}-list`} className={styles.list}>
          <legend className={styles.legend}>{field.label}</legend>
          {options.length >= SEARCHED ? (
            <input
              ref={search}
              type="search"
              className={styles.search}
              value={text}
              placeholder={t("ui.search.within")}
              aria-label={t("ui.search.within")}
              autoComplete="off"
              onChange={(event) => setText(event.currentTarget.value)}
            />
          ) : null}
          {matching(options, text).map((option) => (
            <Box
              key={`${option.name ?? ""}${option.value}`}
              option={option}
              checked={chosen.includes(option.value)}
              onChange={() => onChange(toggle(options, chosen, option.value))}
            />
          ))}
          {chosen.length > 0 ? (
            <button type="button" className={styles.clear} onClick={() => onChange("")}>
              {field.any}
            </button>
          ) : null}
        </fieldset>
      ) : null}
    </div>
  );
}

export type BoxesProps = Omit<MultiSelectProps, "id">;

/** Boxes is a field of several values whose options are all visible. */
export function Boxes({ field, value, onChange }: BoxesProps) {
  const options = field.options.filter((option) => !option.value.includes(","));
  const chosen = valuesOf(value);
  return (
    <fieldset className={styles.boxes}>
      <legend className={styles.title}>{field.label}</legend>
      <Values field={field} options={options} chosen={chosen} />
      {options.map((option) => (
        <Box
          key={option.value}
          option={option}
          checked={chosen.includes(option.value)}
          onChange={() => onChange(toggle(options, chosen, option.value))}
        />
      ))}
    </fieldset>
  );
}

type ValuesProps = { field: SelectField; options: readonly Option[]; chosen: readonly string[] };

/** Values are the chosen values by query key. A value without an option stays. */
function Values({ field, options, chosen }: ValuesProps) {
  const byName = new Map<string, string[]>();
  for (const value of chosen) {
    const name = options.find((option) => option.value === value)?.name ?? field.name;
    byName.set(name, [...(byName.get(name) ?? []), value]);
  }
  return [...byName].map(([name, values]) => (
    <input key={name} type="hidden" name={name} value={values.join(",")} />
  ));
}

type BoxProps = { option: Option; checked: boolean; onChange: () => void };

function Box({ option, checked, onChange }: BoxProps) {
  const [label, count] = plainLabel(option);
  return (
    <label className={styles.box} data-depth={depthOf(option) || undefined}>
      <input type="checkbox" value={option.value} checked={checked} onChange={onChange} />
      <span>{label}</span> {count ? <span className={styles.count}>{count}</span> : null}
    </label>
  );
}
