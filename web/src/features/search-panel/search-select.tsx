import { useId } from "react";
import { priceSteps } from "../../generated/catalog.ts";
import type { Option, SelectField } from "../../generated/view.ts";
import { cachedList } from "../../lib/cached-fragment.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { SelectInput } from "../../ui/field/field.tsx";
import { type Choices, isDisabled } from "./choices.ts";
import { Boxes, MultiSelect } from "./multi-select.tsx";
import styles from "./search-panel.module.css";

export type SearchSelectsProps = {
  items: SelectField[];
  /** The name of the price steps. */
  prices: keyof typeof priceSteps;
  choices: Choices;
  onChoose: (name: string, value: string) => void;
};

/** SearchSelects are the selects of filters. Most have the same options, with the same counts, in most searches. */
export function SearchSelects(props: SearchSelectsProps) {
  return <Selects {...props} id={useId()} />;
}

type SelectsProps = SearchSelectsProps & { id: string };

const Selects = cachedList<SelectField, SelectsProps>({
  render: (field, _, { items, id, ...props }) => (
    <SearchSelect key={field.name} field={field} id={`${id}-${field.name}`} {...props} />
  ),
  rest: ({ name }, _, { id, prices, choices }) => `${id} ${prices} ${choices[name]}`,
});

type SearchSelectProps = Omit<SelectsProps, "items"> & { field: SelectField };

/**
 * A field of several values is a select until the scripts run. Otherwise SearchSelect is the select of one filter. Its name follows the chosen option, so a city is sent as
 * s_city and a province as s_province.
 */
function SearchSelect({ id, field, prices, choices, onChoose }: SearchSelectProps) {
  // Without scripts an option could not be enabled again, so none is disabled.
  const hydrated = useHydrated();
  const value = choices[field.name] ?? "";
  if (field.multiple && hydrated) {
    const change = (next: string) => onChoose(field.name, next);
    return field.multiple === "boxes" ? (
      <Boxes field={field} value={value} onChange={change} />
    ) : (
      <MultiSelect id={id} field={field} value={value} onChange={change} />
    );
  }
  const options: Option[] = field.prices
    ? [...field.options, ...priceSteps[prices]]
    : field.options;
  const name = options.find((option) => option.value === value)?.name ?? field.name;
  return (
    <SelectInput
      id={id}
      label={field.label}
      name={name}
      value={value}
      onChange={(event) => onChoose(field.name, event.currentTarget.value)}
    >
      <option value="">{field.any}</option>
      {options.map((option) => (
        <option
          key={`${option.name ?? ""}${option.value}`}
          value={option.value}
          disabled={hydrated && isDisabled(field, option, choices)}
          className={option.empty ? styles.emptyOption : undefined}
        >
          {option.label}
        </option>
      ))}
    </SelectInput>
  );
}
