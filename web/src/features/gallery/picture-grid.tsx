import type { MouseEvent } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import styles from "./picture-grid.module.css";

interface PictureGridProps {
  pictures: PictureData[];
  /** How the cells lie: a few, one large beside the others; or many, filling rows. */
  layout: "few" | "many";
  /** The first picture shown, and how many of them. */
  from?: number;
  most: number;
  /** The sizes attribute of the large cell and of the others. */
  sizes: readonly [string, string];
  onOpen: (index: number) => void;
}

/**
 * PictureGrid shows some of the pictures, and how many more there are. Each is a link to the
 * picture itself, so it also opens where no script runs.
 */
export function PictureGrid({ pictures, layout, from = 0, most, sizes, onOpen }: PictureGridProps) {
  const t = useT();
  const open = (index: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(index);
  };
  const shown = pictures.slice(from, from + most);
  const further = pictures.length - from - shown.length;
  const count = layout === "many" ? Math.min(shown.length, 3) : shown.length;
  return (
    <ul className={cx(styles.grid, styles[layout])} data-count={count} data-rest={shown.length % 3}>
      {shown.map((picture, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture may stand twice, and none moves
        <li key={index} className={styles.cell}>
          <a href={picture.src} className={styles.open} onClick={open(from + index)}>
            <Picture
              picture={picture}
              sizes={index === 0 ? sizes[0] : sizes[1]}
              alt=""
              className={styles.picture}
            />
            <VisuallyHidden>
              {t("gallery.open", { index: from + index + 1, alt: picture.alt })}
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
  );
}
