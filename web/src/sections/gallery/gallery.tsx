import { type MouseEvent, useState } from "react";
import { Lightbox } from "../../features/gallery/lightbox.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/section.ts";
import { Band } from "../../ui/band/band.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import styles from "./gallery.module.css";

/** How many pictures the page itself shows; the lightbox has them all. */
const SHOWN = 12;

/** Gallery is a grid of pictures. Each is a link to itself, so it also opens where no script runs. */
export default function Gallery({ section }: SectionProps<"gallery">) {
  const t = useT();
  const [at, setAt] = useState<number | null>(null);
  const { pictures } = section;
  if (pictures.length === 0) return null;
  const open = (index: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setAt(index);
  };
  const shown = pictures.slice(0, SHOWN);
  const further = pictures.length - shown.length;
  return (
    <Band title={section.title}>
      <ul
        className={styles.grid}
        data-count={Math.min(shown.length, 3)}
        data-rest={shown.length % 3}
      >
        {shown.map((picture, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture may stand twice, and none moves
          <li key={index} className={styles.cell}>
            <a href={picture.src} className={styles.open} onClick={open(index)}>
              <Picture
                picture={picture}
                sizes={
                  index === 0
                    ? "(width >= 1290px) 800px, (width >= 768px) 62vw, 92vw"
                    : "(width >= 1290px) 400px, (width >= 768px) 31vw, 46vw"
                }
                alt=""
                className={styles.picture}
              />
              <VisuallyHidden>
                {t("gallery.open", { index: index + 1, alt: picture.alt })}
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
        onClose={() => setAt(null)}
        label={t("gallery.of", { title: section.title ?? pictures[0]?.alt ?? "" })}
      />
    </Band>
  );
}
