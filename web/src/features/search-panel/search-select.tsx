import { priceSteps } from "../../generated/catalog.ts";
import type { Option, SelectField } from "../../generated/view.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { SelectInput } from "../../ui/field/field.tsx";
import { type Choices, isBarred } from "./choices.ts";
import styles from "./search-panel.module.css";

interface SearchSelectProps {
  field: SelectField;
  choices: Choices;
  onChoose: (name: string, value: string) => void;
}

/**
 * SearchSelect is one filter. Its name follows the chosen option, so a city is
 * sent as s_city and its province as s_province, never both.
 */
export function SearchSelect({ field, choices, onChoose }: SearchSelectProps) {
  // A form without a script cannot free an option again, so there none is barred.
  const hydrated = useHydrated();
  const value = choices[field.name] ?? "";
  const options: Option[] = field.prices ? [...field.options, ...priceSteps] : field.options;
  const name = options.find((option) => option.value === value)?.name ?? field.name;
  return (
    <SelectInput
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
          disabled={hydrated && isBarred(field, option, choices)}
          className={option.empty ? styles.emptyOption : undefined}
        >
          {option.label}
        </option>
      ))}
    </SelectInput>
  );
}
