import { Link } from "../../features/navigation/link.tsx";
import { CardGrid } from "../../features/property-card/card-grid.tsx";
import type { SectionProps } from "../../lib/section.ts";
import { Band } from "../../ui/band/band.tsx";
import { buttonClass } from "../../ui/button/button.tsx";

/** Properties are homes that somebody chose, or that resemble the one on screen. */
export default function Properties({ section }: SectionProps<"properties">) {
  if (section.cards.length === 0) return null;
  const more = section.more ? (
    <Link link={section.more.href} className={buttonClass({ variant: "text" })}>
      {section.more.text}
    </Link>
  ) : null;
  return (
    <Band title={section.title} text={section.text} action={more}>
      <CardGrid cards={section.cards} />
    </Band>
  );
}
