import { Html } from "../../features/content/html.tsx";
import { ReadMore } from "../../features/details/read-more.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./description.module.css";

/** Description is a long text that collapses, with the title beside it. */
export default function Description({ section }: SectionProps<"description">) {
  return (
    <Band>
      <div className={styles.description} data-titled={section.title ? "" : undefined}>
        {section.title ? <h2 className={styles.title}>{section.title}</h2> : null}
        <div className={styles.body}>
          <ReadMore long={section.long} lines={section.lines}>
            <Html html={section.html} className="prose" />
          </ReadMore>
        </div>
      </div>
    </Band>
  );
}
