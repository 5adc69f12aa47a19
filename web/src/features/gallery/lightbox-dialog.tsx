import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { prefersReducedMotion } from "../../lib/reduced-motion.ts";
import { IconButton } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./lightbox.module.css";
import { LIGHTBOX_SIZES } from "./lightbox-sizes.ts";
import { Thumbnails } from "./thumbnails.tsx";
import { useZoom } from "./use-zoom.ts";

/** The width of an enlarged picture, as in lightbox.module.css. */
const ENLARGED_SIZES = "220vw";

/** A swipe ends this many ms after the last scroll event; not every browser has scrollend. */
const SCROLL_END_DELAY = 120;

/** The address changes this many ms after the last step; a browser refuses too many changes in a row. */
const ADDRESS_DELAY = 300;

export type LightboxProps = {
  pictures: PictureData[];
  /** The picture to show; null closes the lightbox. */
  index: number | null;
  /** Runs when the visitor steps to another picture. */
  onShow: (index: number) => void;
  onClose: () => void;
  label: string;
  /** The pictures are plans: they stand on paper, and their text is the legend below. */
  plans?: boolean;
};

/** LightboxDialog shows pictures one by one in a full-screen dialog. */
export default function LightboxDialog({ index, plans = false, ...rest }: LightboxProps) {
  return (
    <Dialog
      open={index !== null}
      onClose={rest.onClose}
      label={rest.label}
      kind="screen"
      className={cx(styles.lightbox, plans && styles.paper)}
    >
      {index === null ? null : <Slides {...rest} shown={index} plans={plans} />}
    </Dialog>
  );
}

type SlidesProps = Omit<LightboxProps, "index" | "plans"> & { shown: number; plans: boolean };

function Slides({ pictures, shown, onShow, onClose, label, plans }: SlidesProps) {
  const t = useT();
  const row = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(shown);
  const zoom = useZoom(row, index);
  const { zoomed } = zoom;
  const last = pictures.length - 1;

  // The slide at which the row starts. This effect may run after a key was pressed, whose step it keeps.
  const first = useRef(shown);
  useEffect(() => scrollToSlide(row.current, first.current, "instant"), []);
  // A picture that was typed into the address.
  const latest = useRef(shown);
  useEffect(() => {
    if (latest.current === shown) return;
    latest.current = shown;
    setIndex(shown);
    scrollToSlide(row.current, shown, "instant");
  }, [shown]);
  useEffect(() => {
    if (latest.current === index) return;
    const timer = setTimeout(() => {
      latest.current = index;
      onShow(index);
    }, ADDRESS_DELAY);
    return () => clearTimeout(timer);
  }, [index, onShow]);

  const go = (to: number) => {
    const next = Math.min(Math.max(to, 0), last);
    zoom.reset();
    first.current = next;
    setIndex(next);
    scrollToSlide(row.current, next, Math.abs(next - index) > 1 ? "instant" : "smooth");
  };
  const keys = (event: KeyboardEvent) => {
    if (zoomed) {
      if (zoom.move(event.key)) event.preventDefault();
      return;
    }
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  // A swipe may begin before effects have run.
  useLayoutEffect(() => watchSwipes(row.current, setIndex), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work in the whole dialog
    <div className={styles.stage} onKeyDown={keys}>
      <div className={styles.bar}>
        <p className={styles.counter} role="status">
          {t("gallery.counter", { index: index + 1, total: pictures.length })}
        </p>
        <IconButton
          label={t("gallery.zoom")}
          aria-pressed={zoomed}
          className={styles.control}
          onClick={zoom.toggle}
        >
          <Icon name={zoomed ? "minus" : "plus"} />
        </IconButton>
        <IconButton label={t("gallery.close")} className={styles.control} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className={styles.view}>
        <ul
          ref={row}
          className={styles.row}
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll an enlarged picture
          tabIndex={0}
          onDoubleClick={zoom.toggleAt}
          data-zoomed={zoomed || undefined}
        >
          {pictures.map((picture, position) => (
            <li key={picture.src} className={styles.slide} aria-hidden={position !== index}>
              <Picture
                picture={picture}
                sizes={zoomed && position === index ? ENLARGED_SIZES : LIGHTBOX_SIZES}
                eager={Math.abs(position - index) < 2}
                fit="whole"
                className={styles.picture}
              />
            </li>
          ))}
        </ul>
        {last > 0 ? <Steps index={index} last={last} onGo={go} /> : null}
      </div>
      {plans ? <p className={styles.legend}>{pictures[index]?.alt}</p> : null}
      {pictures[index]?.altered ? <p className={styles.legend}>{t("gallery.altered")}</p> : null}
      {last > 0 ? <Thumbnails pictures={pictures} index={index} onPick={go} /> : null}
    </div>
  );
}

type StepsProps = {
  index: number;
  last: number;
  onGo: (index: number) => void;
};

/** Steps are the buttons to the previous and next picture. At the ends they have aria-disabled, because a disabled button loses the focus. */
function Steps({ index, last, onGo }: StepsProps) {
  const t = useT();
  return (
    <>
      <IconButton
        label={t("gallery.previous")}
        className={styles.previous}
        aria-disabled={index === 0}
        onClick={() => onGo(index - 1)}
      >
        <Icon name="left" />
      </IconButton>
      <IconButton
        label={t("gallery.next")}
        className={styles.next}
        aria-disabled={index === last}
        onClick={() => onGo(index + 1)}
      >
        <Icon name="right" />
      </IconButton>
    </>
  );
}

/** Scrolls to a slide; instantly with reduced motion. */
function scrollToSlide(row: HTMLElement | null, index: number, behavior: ScrollBehavior) {
  if (!row) return;
  row.scrollTo?.({
    left: index * row.clientWidth,
    behavior: prefersReducedMotion() ? "instant" : behavior,
  });
}

/** Calls onSlide with the index of the slide after a swipe. Returns how to stop. */
function watchSwipes(row: HTMLElement | null, onSlide: (index: number) => void) {
  if (!row) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = () => {
    if (row.clientWidth > 0) onSlide(Math.round(row.scrollLeft / row.clientWidth));
  };
  const onScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(ended, SCROLL_END_DELAY);
  };
  row.addEventListener("scroll", onScroll);
  return () => {
    clearTimeout(timer);
    row.removeEventListener("scroll", onScroll);
  };
}
