import { earlySections } from "../generated/catalog.ts";
import type { SectionKind, View } from "../generated/view.ts";

/** The section kinds of a view: early ones load before hydration, deferred ones afterwards. */
export function sectionsByPriority({ content }: View): {
  early: SectionKind[];
  deferred: SectionKind[];
} {
  const kinds = [...new Set(content.map(({ kind }) => kind))];
  return { early: kinds.slice(0, earlySections), deferred: kinds.slice(earlySections) };
}
