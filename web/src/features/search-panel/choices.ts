import { useState } from "react";
import type { Option, SearchPanel, SelectField } from "../../generated/view.ts";

/** What stands in the form: a value by the name of its field. */
export type Choices = Readonly<Record<string, string>>;

/** useChoices holds what is chosen, until another panel comes with what is in force there. */
export function useChoices(panel: SearchPanel) {
  const [known, setKnown] = useState(panel);
  const [choices, setChoices] = useState(() => inForce(panel));
  if (known !== panel) {
    setKnown(panel);
    setChoices(inForce(panel));
  }
  return [choices, setChoices] as const;
}

const inForce = (panel: SearchPanel): Choices =>
  Object.fromEntries(panel.fields.map((field) => [field.name, field.value]));

/** isBarred tells an option that would turn the prices round: "to" is never below "from". */
export function isBarred(field: SelectField, option: Option, choices: Choices): boolean {
  const price = Number(option.value);
  const { price_from: from, price_to: to } = choices;
  if (field.name === "price_to") return Boolean(from) && price < Number(from);
  return field.name === "price_from" && Boolean(to) && price > Number(to);
}
