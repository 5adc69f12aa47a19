import { useId } from "react";
import { priceSteps } from "../../generated/catalog.ts";
import type { Option, SelectField } from "../../generated/view.ts";
import { cachedFragment } from "../../lib/cached-fragment.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { SelectInput } from "../../ui/field/field.tsx";
import { type Choices, isDisabled } from "./choices.ts";
import styles from "./search-panel.module.css";

export type SearchSelectProps = {
  field: SelectField;
  /** The name of the price steps. */
  prices: keyof typeof priceSteps;
  choices: Choices;
  onChoose: (name: string, value: string) => void;
};

/**
 * SearchSelect is the select of one filter. Its name follows the chosen option, so a city is sent as
 * s_city and a province as s_province.
 */
export function SearchSelect(props: SearchSelectProps) {
  return <CachedSelect {...props} id={useId()} />;
}

type SelectProps = SearchSelectProps & { id: string };

/** Most selects have the same options, with the same counts, in most searches. */
const CachedSelect = cachedFragment(Select, {
  part: "field",
  rest: ({ id, field, prices, choices }) => [id, prices, choices[field.name]],
});

function Select({ id, field, prices, choices, onChoose }: SelectProps) {
  // Without scripts an option could not be enabled again, so none is disabled.
  const hydrated = useHydrated();
  const value = choices[field.name] ?? "";
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
