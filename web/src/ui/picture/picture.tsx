import { useContext } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { cx } from "../cx.ts";
import styles from "./picture.module.css";
import { PreloadContext } from "./preload.ts";

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
  /** The widest rendition, in px, that the place ever needs, on the densest screen too. */
  widest?: number;
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
  widest = Number.POSITIVE_INFINITY,
  fit = "fill",
  className,
}: PictureProps) {
  const { src, width, height, color } = picture;
  const widths = (picture.widths ?? []).filter((each) => each <= widest);
  const avif = widths.length > 0 ? srcset(picture, widths, "avif") : undefined;
  const collect = useContext(PreloadContext);
  if (first) collect?.(avif ? { srcSet: avif, sizes } : undefined);
  const set = widths.length > 0 ? { sizes, srcSet: srcset(picture, widths, "jpg") } : {};
  return (
    <picture className={cx(styles.picture, fit === "whole" && styles.whole, className)}>
      {avif ? (
        <>
          <source type="image/avif" srcSet={avif} sizes={sizes} />
          <source type="image/webp" srcSet={srcset(picture, widths, "webp")} sizes={sizes} />
        </>
      ) : null}
      <img
        src={src}
        {...set}
        width={width || undefined}
        height={height || undefined}
        alt={alt ?? picture.alt}
        loading={first || eager ? "eager" : "lazy"}
        decoding={first ? "sync" : "async"}
        fetchPriority={first ? "high" : undefined}
        style={fit === "fill" && color ? { backgroundColor: color } : undefined}
      />
    </picture>
  );
}

/** The renditions of one format with their true widths: src with another width and ending. */
function srcset({ src, width }: PictureData, widths: number[], ending: string): string {
  const stem = src.slice(0, src.lastIndexOf("-") + 1);
  return widths.map((each) => `${stem}${each}.${ending} ${Math.min(each, width)}w`).join(", ");
}
