import { useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { mayAutoplay } from "../../lib/reduced-motion.ts";
import { IconButton } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./background-video.module.css";

export type BackgroundVideoProps = {
  /** The URL of a silent video of this site. */
  film: string;
  className?: string | undefined;
};

/**
 * BackgroundVideo plays a silent video over the picture before it. It starts when the page has
 * loaded, or on a click when the visitor prefers reduced motion or saves data. A button stops it, and it
 * pauses outside the viewport. If it fails, the picture stays.
 */
export function BackgroundVideo({ film, className }: BackgroundVideoProps) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [started, setStarted] = useState(false);
  const [shown, setShown] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!mayAutoplay()) return;
    const start = () => {
      setStarted(true);
      setPlaying(true);
    };
    if (document.readyState === "complete") start();
    else window.addEventListener("load", start, { once: true });
    return () => window.removeEventListener("load", start);
  }, []);

  useEffect(() => {
    const player = video.current;
    if (!player) return;
    if (!playing) {
      player.pause();
      return;
    }
    const play = () =>
      void player.play().catch((err: unknown) => {
        // AbortError: it left the viewport before it played. Otherwise autoplay is blocked.
        if (!(err instanceof DOMException && err.name === "AbortError")) setPlaying(false);
      });
    const observer = new IntersectionObserver(([entry]) =>
      entry?.isIntersecting ? play() : player.pause(),
    );
    observer.observe(player);
    return () => observer.disconnect();
  }, [playing]);

  if (failed) return null;
  const toggle = () => {
    setStarted(true);
    setPlaying(!playing);
  };
  return (
    <>
      {started ? (
        <video
          ref={video}
          className={cx(styles.film, className)}
          src={film}
          data-shown={shown || undefined}
          aria-hidden="true"
          tabIndex={-1}
          muted
          loop
          playsInline
          preload="none"
          onPlaying={() => setShown(true)}
          onError={() => setFailed(true)}
        />
      ) : null}
      <IconButton
        label={t(playing ? "sections.film.pause" : "sections.film.play")}
        className={styles.button}
        onClick={toggle}
      >
        {playing ? <span className={styles.bars} aria-hidden="true" /> : <Icon name="play" solid />}
      </IconButton>
    </>
  );
}
