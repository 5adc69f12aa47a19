import { type KeyboardEvent, useRef } from "react";
import { Link } from "../../features/navigation/link.tsx";
import type { Slide } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import { IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./slider.module.css";
import { useSlides } from "./use-slides.ts";

/**
 * Slider shows pictures one after another. Without a script it is a row to swipe; with one it has
 * buttons and keys, and may move by itself until the visitor takes over.
 */
export default function Slider({ section }: SectionProps<"slider">) {
  const t = useT();
  const row = useRef<HTMLUListElement>(null);
  const { slides } = section;
  const seconds = section.seconds ?? 0;
  const at = useSlides(row, slides.length, seconds);
  const several = slides.length > 1;
  const keys = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: Math.max(at.index - 1, 0),
      ArrowRight: Math.min(at.index + 1, slides.length - 1),
      Home: 0,
      End: slides.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    at.go(to);
  };
  return (
    <Band title={section.title}>
      <div className={styles.slider}>
        <ul
          ref={row}
          className={styles.row}
          aria-label={section.title ?? t("sections.slider.label")}
          aria-roledescription={t("sections.slider.role")}
          aria-live={at.moving ? "off" : "polite"}
          tabIndex={several ? 0 : undefined}
          onKeyDown={several ? keys : undefined}
          onScroll={at.scrolled}
          onPointerEnter={() => at.hold(true)}
          onPointerLeave={() => at.hold(false)}
          onFocus={() => at.hold(true)}
          onBlur={() => at.hold(false)}
          onTouchStart={() => at.setMoving(false)}
        >
          {slides.map((slide, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a picture may stand twice, and none moves
              key={index}
              className={styles.slide}
              aria-roledescription={t("sections.slider.slide")}
            >
              <Shown slide={slide} />
            </li>
          ))}
        </ul>
        {several ? <Controls at={at} total={slides.length} timed={seconds > 0} /> : null}
      </div>
    </Band>
  );
}

interface ControlsProps {
  at: ReturnType<typeof useSlides>;
  total: number;
  /** The pictures may move by themselves. */
  timed: boolean;
}

/** Controls are the buttons below the row, and where one is. */
function Controls({ at, total, timed }: ControlsProps) {
  const t = useT();
  return (
    <div className={styles.bar}>
      {timed ? (
        <IconButton
          label={t(at.moving ? "sections.slider.pause" : "sections.slider.play")}
          className={styles.control}
          onClick={() => at.setMoving(!at.moving)}
        >
          {at.moving ? (
            <span className={styles.bars} aria-hidden="true" />
          ) : (
            <Icon name="play" solid />
          )}
        </IconButton>
      ) : null}
      <p className={styles.counter}>{t("sections.slider.of", { index: at.index + 1, total })}</p>
      <IconButton
        label={t("gallery.previous")}
        className={styles.control}
        onClick={() => at.go(at.index - 1)}
      >
        <Icon name="left" />
      </IconButton>
      <IconButton
        label={t("gallery.next")}
        className={styles.control}
        onClick={() => at.go(at.index + 1)}
      >
        <Icon name="right" />
      </IconButton>
    </div>
  );
}

/** Shown is one picture with what is said of it. */
function Shown({ slide }: { slide: Slide }) {
  const words = slide.title || slide.text;
  return (
    <figure className={styles.figure}>
      <Picture
        picture={slide.picture}
        sizes="(width >= 1290px) 1200px, 94vw"
        className={styles.picture}
      />
      {words ? (
        <figcaption className={styles.caption}>
          {slide.title ? (
            <h3 className={styles.title}>
              {slide.href ? (
                <Link link={slide.href} className={styles.link}>
                  {slide.title}
                </Link>
              ) : (
                slide.title
              )}
            </h3>
          ) : null}
          {slide.text ? <p className={styles.text}>{slide.text}</p> : null}
        </figcaption>
      ) : null}
    </figure>
  );
}
