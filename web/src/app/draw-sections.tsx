import { useState } from "react";
import type { Section, View } from "../generated/view.ts";
import { SectionFailure } from "./section-failure.tsx";
import { SectionGuard } from "./section-guard.tsx";
import type { Sections } from "./section-registry.ts";

/** Draws the sections of a view in their order. One that fails leaves the others alive. */
export function DrawSections({ view, sections }: { view: View; sections: Sections }) {
  return view.content.map((section, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sections of one view never change their order
    <DrawSection key={`${view.link} ${index}`} section={section} sections={sections} />
  ));
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
  const retry = async () => {
    await sections.load([section.kind]);
    setTries((tries) => tries + 1);
  };
  return <SectionFailure retry={retry} />;
}
