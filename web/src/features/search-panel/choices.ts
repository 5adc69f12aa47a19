import { useState } from "react";
import type { Option, SearchPanel, SelectField } from "../../generated/view.ts";

/** The values of the form by field name. */
export type Choices = Readonly<Record<string, string>>;

/** The state of the form; a new panel resets it to its active filters. */
export function useChoices(panel: SearchPanel) {
  const [known, setKnown] = useState(panel);
  const [choices, setChoices] = useState(() => activeValues(panel));
  if (known !== panel) {
    setKnown(panel);
    setChoices(activeValues(panel));
  }
  return [choices, setChoices] as const;
}

const activeValues = (panel: SearchPanel): Choices =>
  Object.fromEntries(panel.fields.map((field) => [field.name, field.value]));

/** Whether an option is disabled: a maximum price below the minimum, or the reverse. */
export function isDisabled(field: SelectField, option: Option, choices: Choices): boolean {
  const price = Number(option.value);
  const { price_from: from, price_to: to } = choices;
  if (field.name === "price_to") return Boolean(from) && price < Number(from);
  return field.name === "price_from" && Boolean(to) && price > Number(to);
}
