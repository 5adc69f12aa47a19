import { type MouseEvent, useEffect } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import { closeGallery, openGallery, useGallery } from "./gallery.ts";
import styles from "./gallery-grid.module.css";
import { Lightbox } from "./lightbox.tsx";

interface GalleryGridProps {
  pictures: PictureData[];
  /** The home; names the gallery for those who listen. */
  title: string;
}

/** How many pictures the page itself shows; the gallery has them all. */
const SHOWN = 5;

/** The first one stands in the header already, so where there are enough it is not shown again. */
const start = (pictures: PictureData[]) => (pictures.length > 2 ? 1 : 0);

/**
 * GalleryGrid shows the first pictures of a home and opens the gallery. Each is a
 * link to the picture itself, so it also opens where no script runs.
 */
export function GalleryGrid({ pictures, title }: GalleryGridProps) {
  const t = useT();
  const at = useGallery();
  useEffect(() => closeGallery, []);
  if (pictures.length === 0) return null;
  const open = (index: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    openGallery(index);
  };
  const first = start(pictures);
  const shown = pictures.slice(first, first + SHOWN);
  const further = pictures.length - first - shown.length;
  return (
    <div id="gallery" className={styles.gallery}>
      <ul className={styles.grid} data-count={shown.length}>
        {shown.map((picture, index) => (
          <li key={picture.src} className={styles.cell}>
            <a href={picture.src} className={styles.open} onClick={open(first + index)}>
              <Picture
                picture={picture}
                sizes={index === 0 ? "(width >= 768px) 62vw, 100vw" : "(width >= 768px) 31vw, 50vw"}
                alt=""
                className={styles.picture}
              />
              <VisuallyHidden>
                {t("gallery.open", { index: first + index + 1, alt: picture.alt })}
              </VisuallyHidden>
              {further > 0 && index === shown.length - 1 ? (
                <span className={styles.further}>
                  <Icon name="camera" />
                  {t("gallery.further", { count: further })}
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
      <Lightbox
        pictures={pictures}
        at={at}
        onClose={closeGallery}
        label={t("gallery.of", { title })}
      />
    </div>
  );
}
