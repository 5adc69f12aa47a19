import { Html } from "../../features/content/html.tsx";
import type { SectionProps } from "../../lib/section.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./gutemberg.module.css";

/** Gutemberg is what the block editor of WordPress wrote; styles/prose.css knows its blocks. */
export default function Gutemberg({ section }: SectionProps<"gutemberg">) {
  return (
    <Band width="narrow">
      <Html html={section.html} className={`prose ${styles.text}`} />
    </Band>
  );
}
