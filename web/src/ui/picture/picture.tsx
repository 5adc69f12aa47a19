import { useContext } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { cx } from "../cx.ts";
import styles from "./picture.module.css";
import { PreloadContext } from "./preload.ts";
import { srcset } from "./srcset.ts";

export type PictureProps = {
  picture: PictureData;
  /** The displayed width, as in the sizes attribute. */
  sizes: string;
  /** The first picture of the page: loads with high priority and is preloaded. */
  first?: boolean;
  /** Visible without scrolling: loads eagerly. */
  eager?: boolean;
  /** Replaces the alternative text; "" for a decorative picture. */
  alt?: string;
  /** The maximum width of a rendition in px, for the highest pixel density. */
  maxWidth?: number;
  /** fill: cropped to the box; whole: not cropped, without background colour, for plans and the lightbox. */
  fit?: "fill" | "whole";
  className?: string | undefined;
};

/**
 * Picture is a responsive picture in AVIF and WebP; a browser without both gets the JPEG of medium
 * width. A third list of JPEG widths on every card is 3 % of a page of results. Its box has size and
 * colour before it loads.
 */
export function Picture({
  picture,
  sizes,
  first = false,
  eager = false,
  alt,
  maxWidth = Number.POSITIVE_INFINITY,
  fit = "fill",
  className,
}: PictureProps) {
  const { src, width, height, color, focus } = picture;
  const widths = (picture.widths ?? []).filter((each) => each <= maxWidth);
  const avif = widths.length > 0 ? srcset(picture, widths, "avif") : undefined;
  const collect = useContext(PreloadContext);
  if (first) collect?.(avif ? { srcSet: avif, sizes } : undefined);
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
        width={width || undefined}
        height={height || undefined}
        alt={alt ?? picture.alt}
        loading={first || eager ? "eager" : "lazy"}
        decoding={first ? "sync" : "async"}
        fetchPriority={first ? "high" : undefined}
        style={fit === "fill" ? cropStyle(color, focus) : undefined}
      />
    </picture>
  );
}

/** What a cropped picture shows: its colour until it is loaded, and the point that the crop keeps. */
const cropStyle = (color: string, focus: string | undefined) =>
  color || focus
    ? {
        ...(color ? { backgroundColor: color } : {}),
        ...(focus ? { objectPosition: focus } : {}),
      }
    : undefined;
