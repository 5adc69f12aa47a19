import { type Describe, saveWithUser } from "../api/decide.ts";
import { sentenceOf } from "../api/failure.ts";
import { queries, reload } from "../api/query.ts";
import { undoChange } from "../api/save.ts";
import type { Change, PropertyList, PropertyRow } from "../generated/api.ts";
import { showToast } from "../parts/toast.tsx";
import { common } from "../words/common.ts";
import { currentLang } from "../words/words.ts";
import { formatPrice } from "./price.ts";
import { propertyWords } from "./words.ts";

type Patch = Partial<PropertyRow>;

/** Shows other values in a row of every list that has it, without sorting the list again under the user's hands. */
export function patchRow(id: number, patch: Patch): void {
  queries.setQueriesData<PropertyList>(
    { predicate: ({ queryKey }) => String(queryKey[0]).startsWith("properties?") },
    (list) =>
      list && {
        ...list,
        properties: list.properties.map((row) => (row.id === id ? { ...row, ...patch } : row)),
      },
  );
}

/** What depends on properties and is old after a change. */
function age() {
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith("properties?"),
    refetchType: "none",
  });
  reload("today", "log");
}

/** Changes the price; false when it was not saved. Throws ApiProblem. */
export function changePrice(row: PropertyRow, amount: number): Promise<boolean> {
  const t = propertyWords[currentLang()];
  const before = row.price.amount;
  const { currency, mode } = row.price;
  return changeRow(
    row,
    { path: "price.amount", from: before, to: amount },
    { price: { ...row.price, amount } },
    t.priceChanged(row.reference, formatPrice(before, currency), formatPrice(amount, currency)),
    (_path, value) => ({
      label: t.priceOf(row.reference),
      text: [formatPrice(Number(value), currency), t.modes[mode]].filter(Boolean).join(" "),
    }),
  );
}

/** Changes the state; false when it was not saved. Throws ApiProblem. */
export function changeState(row: PropertyRow, state: string): Promise<boolean> {
  const t = propertyWords[currentLang()];
  return changeRow(
    row,
    { path: "availability", from: row.stored_state ?? null, to: state },
    { state, stored_state: state },
    t.stateChanged(row.reference, t.states[state] ?? state),
    (_path, value) => ({
      label: t.changeState(row.reference, ""),
      text: t.states[String(value)] ?? String(value ?? ""),
    }),
  );
}

async function changeRow(
  row: PropertyRow,
  change: Change,
  patch: Patch,
  text: string,
  describe: Describe,
): Promise<boolean> {
  const back: Patch = {};
  for (const key of Object.keys(patch) as (keyof PropertyRow)[]) {
    Object.assign(back, { [key]: row[key] });
  }
  patchRow(row.id, patch);
  try {
    const saved = await saveWithUser(`properties/${row.id}`, [change], describe);
    if (!saved) {
      patchRow(row.id, back);
      // The value of the other person, where there is one.
      reload("properties?");
      return false;
    }
    age();
    const { undo } = common[currentLang()];
    showToast(text, { action: { label: undo, run: () => void undoRow(row, saved.change, back) } });
    return true;
  } catch (error) {
    patchRow(row.id, back);
    throw error;
  }
}

async function undoRow(row: PropertyRow, change: number, back: Patch): Promise<void> {
  const t = propertyWords[currentLang()];
  try {
    await undoChange(change);
    patchRow(row.id, back);
    age();
    showToast(t.undone(row.reference));
  } catch (error) {
    reload("properties?");
    showToast(sentenceOf(error), { problem: true });
  }
}
