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
 * Slider shows pictures one after another. Without scripts it is a row that scrolls; with scripts it
 * has buttons and keys, and may play automatically until the visitor interacts.
 */
export default function Slider({ section }: SectionProps<"slider">) {
  const t = useT();
  const row = useRef<HTMLUListElement>(null);
  const { slides } = section;
  const seconds = section.seconds ?? 0;
  const player = useSlides(row, slides.length, seconds);
  const several = slides.length > 1;
  const keys = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: Math.max(player.index - 1, 0),
      ArrowRight: Math.min(player.index + 1, slides.length - 1),
      Home: 0,
      End: slides.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    player.go(to);
  };
  return (
    <Band title={section.title}>
      <div className={styles.slider}>
        <ul
          ref={row}
          className={styles.row}
          aria-label={section.title ?? t("sections.slider.label")}
          aria-roledescription={t("sections.slider.role")}
          aria-live={player.playing ? "off" : "polite"}
          tabIndex={several ? 0 : undefined}
          onKeyDown={several ? keys : undefined}
          onScroll={player.onScroll}
          onPointerEnter={() => player.setPaused(true)}
          onPointerLeave={() => player.setPaused(false)}
          onFocus={() => player.setPaused(true)}
          onBlur={() => player.setPaused(false)}
          onTouchStart={() => player.setPlaying(false)}
        >
          {slides.map((slide, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a picture may occur twice, and the order is fixed
              key={index}
              className={styles.slide}
              aria-roledescription={t("sections.slider.slide")}
            >
              <SlideFigure slide={slide} />
            </li>
          ))}
        </ul>
        {several ? (
          <Controls player={player} total={slides.length} automatic={seconds > 0} />
        ) : null}
      </div>
    </Band>
  );
}

type ControlsProps = {
  player: ReturnType<typeof useSlides>;
  total: number;
  /** The pictures can play automatically. */
  automatic: boolean;
};

/** Controls are the buttons below the row, and the position. */
function Controls({ player, total, automatic }: ControlsProps) {
  const t = useT();
  return (
    <div className={styles.bar}>
      {automatic ? (
        <IconButton
          label={t(player.playing ? "sections.slider.pause" : "sections.slider.play")}
          className={styles.control}
          onClick={() => player.setPlaying(!player.playing)}
        >
          {player.playing ? (
            <span className={styles.bars} aria-hidden="true" />
          ) : (
            <Icon name="play" solid />
          )}
        </IconButton>
      ) : null}
      <p className={styles.counter}>
        {t("sections.slider.of", { index: player.index + 1, total })}
      </p>
      <IconButton
        label={t("gallery.previous")}
        className={styles.control}
        onClick={() => player.go(player.index - 1)}
      >
        <Icon name="left" />
      </IconButton>
      <IconButton
        label={t("gallery.next")}
        className={styles.control}
        onClick={() => player.go(player.index + 1)}
      >
        <Icon name="right" />
      </IconButton>
    </div>
  );
}

type SlideFigureProps = { slide: Slide };

/** SlideFigure is a picture with title and text. */
function SlideFigure({ slide }: SlideFigureProps) {
  const caption = slide.title || slide.text;
  return (
    <figure className={styles.figure}>
      <Picture
        picture={slide.picture}
        sizes="(width >= 1290px) 1200px, 94vw"
        className={styles.picture}
      />
      {caption ? (
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
