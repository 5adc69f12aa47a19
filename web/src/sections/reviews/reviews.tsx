import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./reviews.module.css";

/** Reviews shows what clients wrote, with their names. */
export default function Reviews({ section }: SectionProps<"reviews">) {
  return (
    <Band tone="linen" title={section.title} text={section.text}>
      <ul className={styles.reviews}>
        {section.reviews.map(({ text, name }) => (
          <li key={text} className="reveal">
            <figure className={styles.review}>
              <blockquote className={styles.text}>{text}</blockquote>
              <figcaption className={styles.name}>{name}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Band>
  );
}
