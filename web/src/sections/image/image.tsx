import type { CSSProperties } from "react";
import type { SectionProps } from "../../lib/view-props.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./image.module.css";

/** Image is a picture with a caption. A portrait is not cropped. */
export default function Image({ section }: SectionProps<"image">) {
  if (!section.picture) return null;
  const { width, height } = section.picture;
  const tall = width > 0 && height >= width;
  return (
    <figure
      className={`${styles.figure} reveal`}
      data-tone="paper"
      data-tall={tall ? "" : undefined}
      style={tall ? ({ "--shape": `${width} / ${height}` } as CSSProperties) : undefined}
    >
      <Picture
        picture={section.picture}
        sizes={tall ? "(width >= 640px) 480px, 92vw" : "(width >= 1290px) 1200px, 100vw"}
        className={styles.picture}
      />
      {section.caption ? (
        <figcaption className={styles.caption}>{section.caption}</figcaption>
      ) : null}
    </figure>
  );
}
