import { Suspense, use, useState } from "react";
import type { Section, View } from "../generated/view.ts";
import { ErrorBoundary } from "../lib/error-boundary.tsx";
import { SectionNumberContext } from "../lib/section-number.ts";
import { SectionError } from "./section-error.tsx";
import { sectionsByPriority } from "./section-priority.ts";
import type { SectionRegistry } from "./section-registry.ts";

export type SectionListProps = { view: View; sections: SectionRegistry };

/**
 * Renders the sections of a view in order. An error in one section does not affect the others. A
 * deferred section keeps the server's HTML until its chunk has loaded.
 */
export function SectionList({ view, sections }: SectionListProps) {
  const { deferred } = sectionsByPriority(view);
  return view.content.map((section, index) => {
    // The map of results stays while its window and the filters change.
    const onMap = section.kind === "property-archive" && section.mapView !== undefined;
    const key = onMap ? "map" : `${view.link} ${index}`;
    const slot = (
      <SectionNumberContext key={key} value={index + 1}>
        <SectionSlot section={section} sections={sections} />
      </SectionNumberContext>
    );
    return deferred.includes(section.kind) ? <Suspense key={key}>{slot}</Suspense> : slot;
  });
}

type SectionSlotProps = { section: Section; sections: SectionRegistry };

function SectionSlot({ section, sections }: SectionSlotProps) {
  const [, setAttempts] = useState(0);
  const Component = sections.get(section.kind);
  if (Component) {
    return (
      <ErrorBoundary fallback={(retry) => <SectionError retry={retry} />}>
        <Component section={section as never} />
      </ErrorBoundary>
    );
  }
  if (!sections.has(section.kind)) return null;
  const pending = sections.pending(section.kind);
  if (pending) use(pending);
  const retry = async () => {
    await sections.load([section.kind]);
    setAttempts((attempts) => attempts + 1);
  };
  return <SectionError retry={retry} />;
}
