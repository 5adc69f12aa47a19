import { Link } from "../../features/navigation/link.tsx";
import { CardGrid } from "../../features/property-card/card-grid.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import { buttonClass } from "../../ui/button/button.tsx";
import styles from "./property-custom.module.css";

/** PropertyCustom is a saved search with its current results. */
export default function PropertyCustom({ section }: SectionProps<"property-custom">) {
  const hasResults = section.cards.length > 0;
  const more = section.more ? (
    <Link
      link={section.more.href}
      className={buttonClass({ variant: hasResults ? "text" : "line" })}
    >
      {section.more.text}
    </Link>
  ) : null;
  return (
    <Band
      title={section.title}
      text={hasResults ? section.summary : undefined}
      action={hasResults && more}
    >
      {hasResults ? (
        <CardGrid cards={section.cards} />
      ) : (
        <div className={styles.empty}>
          <p className={styles.sorry}>{section.empty}</p>
          {more}
        </div>
      )}
    </Band>
  );
}
