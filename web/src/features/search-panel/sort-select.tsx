import { useId } from "react";
import type { SelectField } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { cachedFragment } from "../../lib/cached-fragment.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { SelectInput } from "../../ui/field/field.tsx";
import { linkWithQuery } from "../navigation/form-link.ts";
import { useNavigate } from "../navigation/navigation.ts";
import { SEARCH_FORM } from "./form-id.ts";
import styles from "./sort-select.module.css";

export type SortSelectProps = {
  field: SelectField;
  className?: string | undefined;
};

/** The value of an order in the query; "" for the first one, which is the default. */
const queryValue = (field: SelectField, value: string): string =>
  value === field.options[0]?.value ? "" : value;

/**
 * SortSelect changes the order of the results and keeps the filters. Without scripts it is a control
 * of the search form with its own submit button.
 */
export function SortSelect(props: SortSelectProps) {
  return <CachedSort {...props} id={useId()} />;
}

type SortProps = SortSelectProps & { id: string };

/** It is the same on all pages of results with the same order. */
const CachedSort = cachedFragment(Sort, { ofChrome: true, rest: (props) => JSON.stringify(props) });

function Sort({ field, className, id }: SortProps) {
  const t = useT();
  const navigate = useNavigate();
  // The form has the order as a hidden field already; without scripts this control replaces it.
  const own = useHydrated() ? {} : { form: SEARCH_FORM, name: field.name };
  const change = (select: HTMLSelectElement) =>
    navigate(sortLink(window.location.pathname, window.location.search, field.name, select.value), {
      scroll: false,
    });
  return (
    <div className={cx(styles.sort, className)}>
      <SelectInput
        key={field.value}
        id={id}
        {...own}
        label={field.label || t("sections.sort")}
        defaultValue={queryValue(field, field.value)}
        onChange={(event) => change(event.currentTarget)}
      >
        {field.any ? <option value="">{field.any}</option> : null}
        {field.options.map((option) => (
          <option key={option.value} value={queryValue(field, option.value)}>
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

/** The link of the first page in another order. */
function sortLink(path: string, query: string, name: string, value: string): string {
  const parameters = new URLSearchParams(query);
  if (value) parameters.set(name, value);
  else parameters.delete(name);
  return linkWithQuery(path.replace(/page\/\d+\/$/, ""), parameters);
}
