import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import styles from "./picture-grid.module.css";
import { type LightboxName, lightboxTrigger } from "./use-lightbox.ts";

export type PictureGridProps = {
  pictures: PictureData[];
  /** few: one large cell beside the others; many: full rows. */
  layout: "few" | "many";
  /** The index of the first picture, and the maximum number of pictures. */
  start?: number;
  max: number;
  /** The sizes attribute of the large cell and of the others. */
  sizes: readonly [string, string];
  /** The lightbox that a picture opens. */
  lightbox: LightboxName;
};

/**
 * PictureGrid shows some of the pictures and the number of the others. Each picture is a link to its
 * file, so it opens without scripts.
 */
export function PictureGrid({
  pictures,
  layout,
  start = 0,
  max,
  sizes,
  lightbox,
}: PictureGridProps) {
  const t = useT();
  const shown = pictures.slice(start, start + max);
  const remaining = pictures.length - start - shown.length;
  const count = layout === "many" ? Math.min(shown.length, 3) : shown.length;
  return (
    <ul className={cx(styles.grid, styles[layout])} data-count={count} data-rest={shown.length % 3}>
      {shown.map((picture, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture may occur twice, and the order is fixed
        <li key={index} className={styles.cell}>
          <a
            {...lightboxTrigger(lightbox, start + index, picture)}
            href={picture.src}
            className={styles.open}
          >
            <Picture
              picture={picture}
              sizes={index === 0 ? sizes[0] : sizes[1]}
              alt=""
              className={styles.picture}
            />
            <VisuallyHidden>
              {t("gallery.open", { index: start + index + 1, alt: picture.alt })}
            </VisuallyHidden>
            {picture.altered ? (
              <span className={styles.altered}>{t("gallery.altered")}</span>
            ) : null}
            {remaining > 0 && index === shown.length - 1 ? (
              <span className={styles.further}>
                <Icon name="camera" />
                {t("gallery.further", { count: remaining })}
              </span>
            ) : null}
          </a>
        </li>
      ))}
    </ul>
  );
}
