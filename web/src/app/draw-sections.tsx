import { Suspense, use, useState } from "react";
import type { Section, View } from "../generated/view.ts";
import { SectionFailure } from "./section-failure.tsx";
import { SectionGuard } from "./section-guard.tsx";
import type { Sections } from "./section-registry.ts";
import { byUrgency } from "./urgency.ts";

/**
 * Draws the sections of a view in their order. One that fails leaves the others alive; one far
 * down, whose chunk may still be on its way, keeps what the server drew until it is there.
 */
export function DrawSections({ view, sections }: { view: View; sections: Sections }) {
  const { late } = byUrgency(view);
  return view.content.map((section, index) => {
    const key = `${view.link} ${index}`;
    const drawn = <DrawSection key={key} section={section} sections={sections} />;
    return late.includes(section.kind) ? <Suspense key={key}>{drawn}</Suspense> : drawn;
  });
}

function DrawSection({ section, sections }: { section: Section; sections: Sections }) {
  const [, setTries] = useState(0);
  const Drawn = sections.get(section.kind);
  if (Drawn) {
    return (
      <SectionGuard>
        <Drawn section={section as never} />
      </SectionGuard>
    );
  }
  if (!sections.knows(section.kind)) return null;
  const waiting = sections.waiting(section.kind);
  if (waiting) use(waiting);
  const retry = async () => {
    await sections.load([section.kind]);
    setTries((tries) => tries + 1);
  };
  return <SectionFailure retry={retry} />;
}
