import type { Picture as PictureData } from "../../generated/view.ts";
import { cx } from "../cx.ts";
import styles from "./picture.module.css";

interface PictureProps {
  picture: PictureData;
  /** How wide the picture is drawn, as in the sizes attribute. */
  sizes: string;
  /** The one picture that a visitor sees first: fetched at once, before others. */
  first?: boolean;
  /** In sight without scrolling, though not the first. */
  eager?: boolean;
  /** Replaces the alternative text; empty where the words beside it say the same. */
  alt?: string;
  /** whole: nothing is cut off, and no colour shows beside it; for plans and the lightbox. */
  fit?: "fill" | "whole";
  className?: string | undefined;
}

/** Picture offers every rendition; its box is known before it arrives, and coloured until then. */
export function Picture({
  picture,
  sizes,
  first = false,
  eager = false,
  alt,
  fit = "fill",
  className,
}: PictureProps) {
  return (
    <picture className={cx(styles.picture, fit === "whole" && styles.whole, className)}>
      {picture.avif ? <source type="image/avif" srcSet={picture.avif} sizes={sizes} /> : null}
      {picture.webp ? <source type="image/webp" srcSet={picture.webp} sizes={sizes} /> : null}
      <img
        src={picture.src}
        srcSet={picture.jpeg || undefined}
        sizes={picture.jpeg ? sizes : undefined}
        width={picture.width || undefined}
        height={picture.height || undefined}
        alt={alt ?? picture.alt}
        loading={first || eager ? "eager" : "lazy"}
        decoding={first ? "sync" : "async"}
        fetchPriority={first ? "high" : undefined}
        style={fit === "fill" && picture.color ? { backgroundColor: picture.color } : undefined}
      />
    </picture>
  );
}
