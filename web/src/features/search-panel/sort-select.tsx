import type { SelectField } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { SelectInput } from "../../ui/field/field.tsx";
import { useNavigate } from "../navigation/navigation.ts";
import { SEARCH_FORM } from "./form-id.ts";
import styles from "./sort-select.module.css";

interface SortSelectProps {
  field: SelectField;
  className?: string | undefined;
}

/**
 * The first order is the default one, which needs no saying: it is sent as
 * nothing, and an address never carries it.
 */
const sent = (field: SelectField, value: string): string =>
  value === field.options[0]?.value ? "" : value;

/**
 * SortSelect puts the list on screen in another order, every filter kept. Without
 * a script it belongs to the search form, and a button sends it.
 */
export function SortSelect({ field, className }: SortSelectProps) {
  const t = useT();
  const navigate = useNavigate();
  // The form carries the order as a hidden field already: a second one is for those without a script.
  const own = useHydrated() ? {} : { form: SEARCH_FORM, name: field.name };
  const change = (select: HTMLSelectElement) =>
    navigate(sorted(window.location.pathname, window.location.search, field.name, select.value), {
      scroll: false,
    });
  return (
    <div className={cx(styles.sort, className)}>
      <SelectInput
        key={field.value}
        {...own}
        label={field.label || t("sections.sort")}
        defaultValue={sent(field, field.value)}
        onChange={(event) => change(event.currentTarget)}
      >
        {field.any ? <option value="">{field.any}</option> : null}
        {field.options.map((option) => (
          <option key={option.value} value={sent(field, option.value)}>
            {option.label}
          </option>
        ))}
      </SelectInput>
      <button
        type="submit"
        form={SEARCH_FORM}
        className={cx(buttonClass({ variant: "line", size: "small" }), styles.send)}
      >
        {t("sections.applySort")}
      </button>
    </div>
  );
}

/** sorted is the same list in another order, from its first page on. */
function sorted(path: string, query: string, name: string, value: string): string {
  const parameters = new URLSearchParams(query);
  if (value) parameters.set(name, value);
  else parameters.delete(name);
  parameters.sort();
  const base = path.replace(/page\/\d+\/$/, "");
  const text = parameters.toString();
  return text ? `${base}?${text}` : base;
}
