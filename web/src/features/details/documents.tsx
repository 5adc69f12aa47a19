import type { Anchor } from "../../generated/view.ts";
import styles from "./documents.module.css";

export type DocumentsProps = { documents: Anchor[] };

/** Documents are files about a property that the law requires. */
export function Documents({ documents }: DocumentsProps) {
  return (
    <ul className={styles.documents}>
      {documents.map(({ href, text }) => (
        <li key={href}>
          <a href={href} className={styles.link} target="_blank" rel="noopener">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
