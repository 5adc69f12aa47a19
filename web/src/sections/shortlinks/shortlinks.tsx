import { LinkList } from "../../features/navigation/link-list.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./shortlinks.module.css";

/** Shortlinks are links to frequent searches. */
export default function Shortlinks({ section }: SectionProps<"shortlinks">) {
  return (
    <Band title={section.title}>
      <LinkList links={section.links} className={styles.links} linkClassName={styles.link} />
    </Band>
  );
}
