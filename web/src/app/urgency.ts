import { earlySections } from "../generated/catalog.ts";
import type { SectionKind, View } from "../generated/view.ts";

/** The kinds of a view that are there before the browser takes it over, and those that follow. */
export function byUrgency({ content }: View): { early: SectionKind[]; late: SectionKind[] } {
  const kinds = [...new Set(content.map(({ kind }) => kind))];
  return { early: kinds.slice(0, earlySections), late: kinds.slice(earlySections) };
}
