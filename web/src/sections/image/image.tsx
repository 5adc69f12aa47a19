import type { SectionProps } from "../../lib/section.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./image.module.css";

/** Image is one picture with room around it, and what it shows. */
export default function Image({ section }: SectionProps<"image">) {
  if (!section.picture) return null;
  return (
    <figure className={`${styles.figure} reveal`} data-tone="paper">
      <Picture
        picture={section.picture}
        sizes="(width >= 1290px) 1200px, 100vw"
        className={styles.picture}
      />
      {section.caption ? (
        <figcaption className={styles.caption}>{section.caption}</figcaption>
      ) : null}
    </figure>
  );
}
