import { useRef, useState } from "react";
import type { Card, Picture as PictureData, View } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { prefersReducedMotion } from "../../lib/reduced-motion.ts";
import { IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { Link } from "../navigation/link.tsx";
import { useLinkedView } from "../navigation/navigation.ts";
import styles from "./card-pictures.module.css";

/** The largest number of pictures of a card. */
const MAX_PICTURES = 10;

export type CardPicturesProps = {
  card: Card;
  /** The link of its page. */
  href: string;
};

/**
 * CardPictures are the pictures of a property, one at a time: by buttons, by swiping, by scrolling. The
 * first one is that of the card; the others come with the View of its page, which a visitor who looks at
 * them is likely to open.
 */
export function CardPictures({ card, href }: CardPicturesProps) {
  const t = useT();
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const { view } = useLinkedView(href);
  const pictures = picturesOf(card, view);
  if (pictures.length === 0) return null;
  const show = (index: number) => {
    const element = strip.current;
    if (!element || index < 0 || index >= pictures.length) return;
    const behavior = prefersReducedMotion() ? "auto" : "smooth";
    element.scrollTo({ left: index * element.clientWidth, behavior });
  };
  const scrolled = () => {
    const element = strip.current;
    if (element) setAt(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
  };
  return (
    <div className={styles.pictures}>
      <div ref={strip} className={styles.strip} onScroll={scrolled}>
        {pictures.map((picture, index) => (
          // The link of the card is the one for the keyboard and for screen readers.
          <Link
            key={picture.src}
            link={href}
            className={styles.picture}
            tabIndex={-1}
            aria-hidden="true"
          >
            {Math.abs(index - at) < 2 ? (
              <Picture picture={picture} sizes="312px" maxWidth={1280} alt="" />
            ) : null}
          </Link>
        ))}
      </div>
      {pictures.length > 1 ? (
        <>
          <IconButton
            label={t("gallery.previous")}
            className={styles.previous}
            aria-disabled={at === 0}
            onClick={() => show(at - 1)}
          >
            <Icon name="left" />
          </IconButton>
          <IconButton
            label={t("gallery.next")}
            className={styles.next}
            aria-disabled={at === pictures.length - 1}
            onClick={() => show(at + 1)}
          >
            <Icon name="right" />
          </IconButton>
          <p className={styles.counter} role="status">
            {t("gallery.counter", { index: at + 1, total: pictures.length })}
          </p>
        </>
      ) : null}
    </div>
  );
}

/** The picture of a card, and the others of its page. */
function picturesOf(card: Card, view: View | undefined): PictureData[] {
  const pictures = card.picture ? [card.picture] : [];
  for (const section of view?.content ?? []) {
    if (section.kind !== "property" && section.kind !== "development") continue;
    pictures.push(...section.gallery.filter(({ src }) => src !== card.picture?.src));
  }
  return pictures.slice(0, MAX_PICTURES);
}
