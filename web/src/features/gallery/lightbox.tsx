import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { prefersReducedMotion } from "../../lib/reduced-motion.ts";
import { IconButton } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./lightbox.module.css";
import { useZoom } from "./use-zoom.ts";

/** How wide an enlarged picture is: lightbox.module.css says the same. */
const ENLARGED = "220vw";

/** How long a swipe has to rest to have ended, in ms: not every browser says so itself. */
const REST = 120;

interface LightboxProps {
  pictures: PictureData[];
  /** Where to begin; null is closed. */
  at: number | null;
  onClose: () => void;
  label: string;
}

/** Lightbox shows pictures one by one, as large as the screen allows. */
export function Lightbox({ pictures, at, onClose, label }: LightboxProps) {
  return (
    <Dialog
      open={at !== null}
      onClose={onClose}
      label={label}
      kind="screen"
      className={styles.lightbox}
    >
      {at === null ? null : <Slides pictures={pictures} first={at} onClose={onClose} />}
    </Dialog>
  );
}

interface SlidesProps {
  pictures: PictureData[];
  first: number;
  onClose: () => void;
}

function Slides({ pictures, first, onClose }: SlidesProps) {
  const t = useT();
  const row = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(first);
  const zoom = useZoom(row, index);
  const { zoomed } = zoom;
  const last = pictures.length - 1;

  useEffect(() => show(row.current, first, "instant"), [first]);

  const go = (to: number) => {
    const next = Math.min(Math.max(to, 0), last);
    zoom.leave();
    setIndex(next);
    show(row.current, next, Math.abs(next - index) > 1 ? "instant" : "smooth");
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
  useEffect(() => watchSwipes(row.current, setIndex), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys belong to the whole dialog
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
      <ul
        ref={row}
        className={styles.row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged picture is scrolled by the arrow keys
        tabIndex={0}
        onDoubleClick={zoom.toggleAt}
        data-zoomed={zoomed || undefined}
      >
        {pictures.map((picture, position) => (
          <li key={picture.src} className={styles.slide} aria-hidden={position !== index}>
            <Picture
              picture={picture}
              sizes={zoomed && position === index ? ENLARGED : "100vw"}
              eager={Math.abs(position - index) < 2}
              fit="whole"
              className={styles.picture}
            />
          </li>
        ))}
      </ul>
      {last > 0 ? <Steps index={index} last={last} onGo={go} /> : null}
    </div>
  );
}

interface StepsProps {
  index: number;
  last: number;
  onGo: (index: number) => void;
}

/** Steps lead to the pictures beside. Off, but not disabled: a disabled button would drop the focus, and the arrow keys with it. */
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

/** show brings a slide into the frame; a visitor who wants less motion gets none. */
function show(row: HTMLElement | null, index: number, behavior: ScrollBehavior) {
  if (!row) return;
  row.scrollTo?.({
    left: index * row.clientWidth,
    behavior: prefersReducedMotion() ? "instant" : behavior,
  });
}

/** Tells which slide a swipe has led to. Returns how to stop. */
function watchSwipes(row: HTMLElement | null, arrived: (index: number) => void) {
  if (!row) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = () => {
    if (row.clientWidth > 0) arrived(Math.round(row.scrollLeft / row.clientWidth));
  };
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(ended, REST);
  };
  row.addEventListener("scroll", moved);
  return () => {
    clearTimeout(timer);
    row.removeEventListener("scroll", moved);
  };
}
