import { useEffect, useRef } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { prefersReducedMotion } from "../../lib/reduced-motion.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./thumbnails.module.css";

export type ThumbnailsProps = {
  pictures: PictureData[];
  /** The picture that is shown. */
  index: number;
  onPick: (index: number) => void;
};

/** Thumbnails is a row of small pictures below the shown one; the row scrolls with it. */
export function Thumbnails({ pictures, index, onPick }: ThumbnailsProps) {
  const t = useT();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => centre(row.current, index), [index]);
  return (
    <ul ref={row} className={styles.thumbnails} aria-label={t("gallery.thumbnails")}>
      {pictures.map((picture, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture may occur twice, and the order is fixed
        <li key={position}>
          <button
            type="button"
            className={styles.thumbnail}
            aria-current={position === index ? "true" : undefined}
            aria-label={t("gallery.open", { index: position + 1, alt: picture.alt })}
            onClick={() => onPick(position)}
          >
            <Picture
              picture={picture}
              sizes="96px"
              maxWidth={320}
              alt=""
              className={styles.picture}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Scrolls the row so that the thumbnail with an index is in its middle. */
function centre(row: HTMLElement | null, index: number) {
  const item = row?.children[index];
  if (!row || !(item instanceof HTMLElement)) return;
  row.scrollTo?.({
    left: item.offsetLeft + item.offsetWidth / 2 - row.clientWidth / 2,
    behavior: prefersReducedMotion() ? "instant" : "smooth",
  });
}
