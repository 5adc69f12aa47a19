import { useEffect, useState } from "react";
import type { Option, SearchPanel, SelectField } from "../../generated/view.ts";

/** The values of the form by field name. */
export type Choices = Readonly<Record<string, string>>;

/**
 * The state of the form. A new panel resets it to its active filters, and so does a page that is left:
 * it may stay hidden for a step back (app/pages.tsx).
 */
export function useChoices(panel: SearchPanel) {
  const [state, setState] = useState(() => ({ panel, choices: activeValues(panel) }));
  const current = state.panel === panel ? state : { panel, choices: activeValues(panel) };
  if (current !== state) setState(current);
  const setChoices = (choices: Choices) => setState({ panel, choices });
  useEffect(() => () => setState((last) => ({ ...last, choices: activeValues(last.panel) })), []);
  return [current.choices, setChoices] as const;
}

const activeValues = (panel: SearchPanel): Choices =>
  Object.fromEntries(panel.fields.map((field) => [field.name, field.value]));

/** The key of the offer, on which the price steps depend. */
const OFFER = "s_offer";

/** The name of the price steps of the chosen offer. */
export const priceList = (
  fields: readonly SelectField[],
  choices: Choices,
): "sale" | "rent" | "holidays" =>
  fields
    .find((field) => field.name === OFFER)
    ?.options.find((option) => option.value === choices[OFFER])?.prices ?? "sale";

/**
 * The choices with another value. An option clears the field that it names; prices of another list
 * of steps are dropped with the offer.
 */
export function choose(
  fields: readonly SelectField[],
  choices: Choices,
  name: string,
  value: string,
): Choices {
  const option = fields
    .find((field) => field.name === name)
    ?.options.find((one) => one.value === value);
  const next = { ...choices, ...(option?.clean ? { [option.clean]: "" } : {}), [name]: value };
  return priceList(fields, next) === priceList(fields, choices)
    ? next
    : { ...next, price_from: "", price_to: "" };
}

/** Whether an option is disabled: a maximum price below the minimum, or the reverse. */
export function isDisabled(field: SelectField, option: Option, choices: Choices): boolean {
  const price = Number(option.value);
  const { price_from: from, price_to: to } = choices;
  if (field.name === "price_to") return Boolean(from) && price < Number(from);
  return field.name === "price_from" && Boolean(to) && price > Number(to);
}
