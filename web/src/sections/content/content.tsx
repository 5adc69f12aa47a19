import { Html } from "../../features/content/html.tsx";
import type { SectionProps } from "../../lib/section.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./content.module.css";

/** Content is a block of running text. */
export default function Content({ section }: SectionProps<"content">) {
  return (
    <Band width="narrow">
      <Html html={section.html} className={`prose ${styles.text}`} />
    </Band>
  );
}
