import { useId } from "react";
import { groupDigits } from "../../../src/lib/format.ts";
import { Button, IconButton } from "../../../src/ui/button/button.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { useSession } from "../app/session.ts";
import type { FormField } from "../generated/forms.ts";
import { readPrice } from "../number/number.ts";
import { common } from "../words/common.ts";
import { useLang, useWords } from "../words/words.ts";
import { type ControlProps, fieldId } from "./control-props.ts";
import { isSame, useForm, useProblem, useValue } from "./form-store.ts";
import styles from "./property.module.css";
import { formWords } from "./words.ts";

type Row = Record<string, unknown>;
type Column = { key: string; label: string; field: FormField; lang?: string };

/** RowsControl is a list of lines in a table: the units of a development, or its phases in each language. */
export function RowsControl({ field, path, label, readOnly }: ControlProps) {
  const t = useWords(formWords);
  const lang = useLang();
  const { languages: names } = useWords(common);
  const { languages } = useSession().site;
  const form = useForm();
  const value = useValue(path);
  const problem = useProblem(path);
  const title = useId();
  const rows = Array.isArray(value) ? (value as Row[]) : [];
  const columns = (field.parts ?? [{ ...field, path: "" }]).flatMap((part): Column[] =>
    part.languages
      ? languages.map((one) => ({
          key: [part.path, one].filter(Boolean).join("."),
          label: part.path ? `${part.label[lang]} · ${one.toUpperCase()}` : (names[one] ?? one),
          field: part,
          lang: one,
        }))
      : [{ key: part.path, label: part.label[lang], field: part }],
  );
  const set = (at: number, key: string, to: unknown) =>
    form.change(
      path,
      rows.map((row, index) => (index === at ? withValue(row, key, to) : row)),
    );
  return (
    <fieldset id={fieldId(path)} tabIndex={-1} className={styles.group}>
      <legend id={title} className={styles.legend}>
        {label}
      </legend>
      {problem || field.help ? (
        <p className={problem ? styles.problem : styles.help}>{problem || field.help?.[lang]}</p>
      ) : null}
      {rows.length > 0 ? (
        <div className={styles.tableFrame}>
          <table className={styles.table} aria-labelledby={title}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col">
                    {column.field.unit ? `${column.label} (${column.field.unit})` : column.label}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
                <tr key={at}>
                  {columns.map((column) => (
                    <td key={column.key} data-control={column.field.control}>
                      <Cell
                        column={column}
                        label={`${column.label}, ${t.row(at + 1)}`}
                        value={valueIn(row, column.key)}
                        readOnly={readOnly}
                        onChange={(to) => set(at, column.key, to)}
                      />
                    </td>
                  ))}
                  <td>
                    {readOnly ? null : (
                      <IconButton
                        label={t.remove(t.row(at + 1))}
                        onClick={() =>
                          form.change(
                            path,
                            rows.filter((_, index) => index !== at),
                          )
                        }
                      >
                        <Icon name="close" />
                      </IconButton>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {readOnly ? null : (
        <Button
          variant="line"
          size="small"
          className={styles.add}
          onClick={() => form.change(path, [...rows, {}])}
        >
          {t.add}
        </Button>
      )}
    </fieldset>
  );
}

function valueIn(row: Row, key: string): unknown {
  const [name = "", lang] = key.split(".");
  return lang ? (row[name] as Row | undefined)?.[lang] : row[name];
}

function withValue(row: Row, key: string, to: unknown): Row {
  const [name = "", lang] = key.split(".");
  return lang
    ? { ...row, [name]: { ...(row[name] as Row | undefined), [lang]: to } }
    : { ...row, [name]: to };
}

type CellProps = {
  column: Column;
  label: string;
  value: unknown;
  readOnly: boolean;
  onChange: (to: unknown) => void;
};

function Cell({ column: { field, lang: of }, label, value, readOnly, onChange }: CellProps) {
  const t = useWords(formWords);
  const lang = useLang();
  if (field.control === "choice") {
    return (
      <select
        aria-label={label}
        disabled={readOnly}
        value={String(value ?? "")}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t.none}</option>
        {field.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label[lang]}
          </option>
        ))}
      </select>
    );
  }
  const isNumber = field.control === "number" || field.control === "money";
  const text =
    isNumber && typeof value === "number" ? (value ? groupDigits(value) : "") : String(value ?? "");
  return (
    <input
      aria-label={label}
      lang={of}
      readOnly={readOnly}
      aria-invalid={isNumber && typeof value === "string" && value !== "" ? true : undefined}
      maxLength={isNumber ? 40 : field.max}
      defaultValue={text}
      key={isSame(value, null) ? "none" : text}
      onBlur={({ target }) => {
        const typed = target.value.trim();
        if (typed === text) return;
        onChange(typed === "" ? null : isNumber ? (readPrice(typed) ?? typed) : typed);
      }}
    />
  );
}
