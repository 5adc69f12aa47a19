import { useState } from "react";
import type { Option, SelectField } from "../../generated/view.ts";
import { SelectInput } from "../../ui/field/field.tsx";

interface SearchSelectProps {
  field: SelectField;
  onChoose?: () => void;
}

/** A no-break space that stays inside an option; ordinary ones are swallowed. */
const INDENT = "\u2003";

/**
 * SearchSelect is one filter. Its name follows the chosen option, so a city is
 * sent as s_city and its province as s_province, never both.
 */
export function SearchSelect({ field, onChoose }: SearchSelectProps) {
  const [value, setValue] = useState(field.value);
  const [known, setKnown] = useState(field);
  if (known !== field) {
    setKnown(field);
    setValue(field.value);
  }
  const name = field.options.find((option) => option.value === value)?.name ?? field.name;
  return (
    <SelectInput
      label={field.label}
      name={name}
      value={value}
      onChange={(event) => {
        setValue(event.currentTarget.value);
        if (onChoose) queueMicrotask(onChoose);
      }}
    >
      <option value="">{field.any}</option>
      {field.options.map((option) => (
        <option key={`${option.name ?? ""}${option.value}`} value={option.value}>
          {words(option)}
        </option>
      ))}
    </SelectInput>
  );
}

function words({ label, depth = 0, count }: Option): string {
  const text = INDENT.repeat(depth) + label;
  return count === undefined || count === null ? text : `${text} (${count})`;
}
