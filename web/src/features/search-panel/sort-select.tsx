import type { SelectField } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { SelectInput } from "../../ui/field/field.tsx";
import { useNavigate } from "../navigation/navigation.ts";
import { SEARCH_FORM } from "./search-form.ts";
import styles from "./sort-select.module.css";

interface SortSelectProps {
  field: SelectField;
  className?: string | undefined;
}

/**
 * SortSelect belongs to the search form though it stands above the results, so
 * a change of order keeps every filter. Without a script a button sends it.
 */
export function SortSelect({ field, className }: SortSelectProps) {
  const t = useT();
  const navigate = useNavigate();
  const change = (select: HTMLSelectElement) => {
    if (select.form) return select.form.requestSubmit();
    navigate(sorted(window.location.pathname, window.location.search, field.name, select.value), {
      scroll: false,
    });
  };
  return (
    <div className={cx(styles.sort, className)}>
      <SelectInput
        key={field.value}
        form={SEARCH_FORM}
        label={field.label || t("sections.sort")}
        name={field.name}
        defaultValue={field.value}
        onChange={(event) => change(event.currentTarget)}
      >
        {field.any ? <option value="">{field.any}</option> : null}
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
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
