import { Link } from "../../features/navigation/link.tsx";
import { CardGrid } from "../../features/property-card/card-grid.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import { buttonClass } from "../../ui/button/button.tsx";
import styles from "./property-custom.module.css";

/** PropertyCustom is a saved search with what it finds today; where that is nothing it says so. */
export default function PropertyCustom({ section }: SectionProps<"property-custom">) {
  const found = section.cards.length > 0;
  const more = section.more ? (
    <Link link={section.more.href} className={buttonClass({ variant: found ? "text" : "line" })}>
      {section.more.text}
    </Link>
  ) : null;
  return (
    <Band title={section.title} text={found ? section.summary : undefined} action={found && more}>
      {found ? (
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
