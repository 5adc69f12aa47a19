import { useDeferredValue, useId, useState } from "react";
import { SelectInput } from "../../../src/ui/field/field.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useLang, useWords } from "../words/words.ts";
import { type ControlProps, fieldId } from "./control-props.ts";
import { useForm, useOf, useProblem, useValue } from "./form-store.ts";
import { useList } from "./lists.ts";
import styles from "./property.module.css";
import { formWords } from "./words.ts";

/** FlagControl is a box for yes or no. */
export function FlagControl({ field, path, label, readOnly }: ControlProps) {
  const lang = useLang();
  const form = useForm();
  const value = useValue(path);
  return (
    <label className={styles.flag}>
      <input
        id={fieldId(path)}
        type="checkbox"
        checked={value === true}
        disabled={readOnly}
        onChange={(event) => form.change(path, event.target.checked)}
      />
      <span>
        {label}
        {field.help ? <small>{field.help[lang]}</small> : null}
      </span>
    </label>
  );
}

/** The field that an option list of a place depends on. */
const PARENTS: Record<string, string> = { s_city: "s_province", s_subarea: "s_city" };

/** The options of a field: of the form, or of a list, below the chosen place. */
function useOptions({ field, path }: ControlProps): { value: string | number; name: string }[] {
  const lang = useLang();
  const list = useList(field.list ?? "");
  const parent = useOf(PARENTS[path] ?? "parent", (form) =>
    PARENTS[path] ? form.value(PARENTS[path]) : null,
  );
  if (field.options) return field.options.map(({ value, label }) => ({ value, name: label[lang] }));
  const bySlug = field.control === "checks" || field.control === "features";
  return list
    .filter((one) => !parent || !one.parent || one.parent === parent)
    .map((one) => ({ value: bySlug ? one.slug : (one.id ?? 0), name: one.name }));
}

const LETTERS = /^energy\.(consumption|emissions)$/;

/** ChoiceControl is one of a list; the letters of energy are a scale. */
export function ChoiceControl(props: ControlProps) {
  const { field, path, label, readOnly } = props;
  const t = useWords(formWords);
  const lang = useLang();
  const form = useForm();
  const value = useValue(path);
  const problem = useProblem(path);
  const options = useOptions(props);
  if (LETTERS.test(path)) return <Scale {...props} options={options} />;
  // A value that the list does not have must not be lost by opening the form.
  const known = !value || options.some((option) => option.value === value);
  return (
    <SelectInput
      id={fieldId(path)}
      label={label}
      note={problem || field.help?.[lang]}
      className={problem ? styles.wrong : undefined}
      aria-invalid={problem ? true : undefined}
      disabled={readOnly}
      value={value ? String(value) : ""}
      onChange={({ target }) =>
        form.change(
          path,
          options.find((option) => String(option.value) === target.value)?.value ?? null,
        )
      }
    >
      <option value="">{t.none}</option>
      {known ? null : <option value={String(value)}>{String(value)}</option>}
      {options.map((option) => (
        <option key={option.value} value={String(option.value)}>
          {option.name}
        </option>
      ))}
    </SelectInput>
  );
}

type ScaleProps = ControlProps & { options: { value: string | number; name: string }[] };

/** Scale is the letters of an energy label in their colours. */
function Scale({ path, label, readOnly, options }: ScaleProps) {
  const form = useForm();
  const name = useId();
  const value = useValue(path);
  const problem = useProblem(path);
  return (
    <fieldset id={fieldId(path)} tabIndex={-1} className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.scale}>
        {options.map((option) => (
          <label key={option.value} data-letter={option.value}>
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              disabled={readOnly}
              // A second press takes the letter away.
              onClick={() => value === option.value && form.change(path, null)}
              onChange={() => form.change(path, option.value)}
            />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
      {problem ? <p className={styles.problem}>{problem}</p> : null}
    </fieldset>
  );
}

/** A list of this length has a filter. */
const MANY = 12;

const fold = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** CheckControl is several of a list, as boxes; a long list has a filter. */
export function CheckControl(props: ControlProps) {
  const { field, path, label, readOnly } = props;
  const t = useWords(formWords);
  const lang = useLang();
  const form = useForm();
  const value = useValue(path);
  const problem = useProblem(path);
  const options = useOptions(props);
  const [filter, setFilter] = useState("");
  const words = fold(useDeferredValue(filter));
  const chosen = Array.isArray(value) ? (value as (string | number)[]) : [];
  // Words of the property that the list does not have stay.
  const others = chosen
    .filter((one) => !options.some((option) => option.value === one))
    .map((one) => ({ value: one, name: String(one) }));
  const toggle = (one: string | number) =>
    form.change(
      path,
      chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one],
    );
  const shown = [...options, ...others].filter(({ name }) => fold(name).includes(words));
  return (
    <fieldset id={fieldId(path)} tabIndex={-1} className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {options.length > MANY ? (
        <div className={styles.filter}>
          <SearchField label={`${t.filter}: ${label}`} value={filter} onSearch={setFilter} />
          <span>{t.chosen(chosen.length)}</span>
        </div>
      ) : null}
      {problem || field.help ? (
        <p className={problem ? styles.problem : styles.help}>{problem || field.help?.[lang]}</p>
      ) : null}
      <div className={styles.boxes}>
        {shown.map((option) => (
          <label key={option.value} className={styles.box}>
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              disabled={readOnly}
              onChange={() => toggle(option.value)}
            />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
      {shown.length === 0 ? <p className={styles.help}>{t.noMatch}</p> : null}
    </fieldset>
  );
}
