import { Html } from "../../features/content/html.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./column-text.module.css";

/** ColumnText is text in one to three columns. */
export default function ColumnText({ section }: SectionProps<"column-text">) {
  return (
    <Band title={section.title}>
      <div className={styles.columns} data-count={section.columns.length}>
        {section.columns.map((html) => (
          <Html key={html} html={html} className="prose reveal" />
        ))}
      </div>
    </Band>
  );
}
