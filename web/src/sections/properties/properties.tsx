import { moreLink } from "../../features/navigation/more-link.tsx";
import { CardGrid } from "../../features/property-card/card-grid.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";

/** Properties are properties chosen by an editor, or similar to the current one. */
export default function Properties({ section }: SectionProps<"properties">) {
  if (section.cards.length === 0) return null;
  return (
    <Band title={section.title} text={section.text} action={moreLink(section.more)}>
      <CardGrid cards={section.cards} />
    </Band>
  );
}
