import type { Option } from "../../generated/view.ts";

/** The values of a field that are joined by commas. */
export const valuesOf = (value: string): string[] => (value === "" ? [] : value.split(","));

/** Whether two fields have the same values, in any order. */
export const sameValues = (a: string, b: string): boolean =>
  a === b || valuesOf(a).toSorted().join() === valuesOf(b).toSorted().join();

/** Go indents a place below its parent by em spaces. */
const INDENT = /^\u2003*/;
/** Go writes the number of results behind the name. */
const COUNT = / \((\d+)\)$/;

export const depthOf = ({ label }: Option): number => INDENT.exec(label)?.[0].length ?? 0;

/** The name of an option and the number of its results, "" where they are not counted. */
export function plainLabel({ label }: Option): [name: string, count: string] {
  const name = label.replace(INDENT, "");
  return [name.replace(COUNT, ""), COUNT.exec(name)?.[1] ?? ""];
}

/** The names of the chosen options in the order of the list. */
export const namesOf = (options: readonly Option[], chosen: readonly string[]): string[] =>
  options.filter(({ value }) => chosen.includes(value)).map((option) => plainLabel(option)[0]);

/** The places that an option contains. */
function below(options: readonly Option[], option: Option): Option[] {
  const at = options.indexOf(option);
  const rest = options.slice(at + 1);
  const end = rest.findIndex((next) => depthOf(next) <= depthOf(option));
  return end < 0 ? rest : rest.slice(0, end);
}

/**
 * The values with one added or removed. A place replaces those that it contains and those that contain
 * it (specification §3.11.2).
 */
export function toggle(
  options: readonly Option[],
  chosen: readonly string[],
  value: string,
): string {
  if (chosen.includes(value)) return chosen.filter((other) => other !== value).join(",");
  const option = options.find((one) => one.value === value);
  if (!option) return chosen.join(",");
  const inside = below(options, option);
  const kept = chosen.filter((other) => {
    const known = options.find((one) => one.value === other);
    return !known || !(inside.includes(known) || below(options, known).includes(option));
  });
  return [...kept, value].join(",");
}

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The options whose name has a text, with the places that contain them. */
export function matching(options: readonly Option[], text: string): readonly Option[] {
  const wanted = fold(text.trim());
  if (wanted === "") return options;
  const has = (option: Option) => fold(plainLabel(option)[0]).includes(wanted);
  return options.filter((option) => has(option) || below(options, option).some(has));
}
