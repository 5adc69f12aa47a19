import { useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { mayAutoplay } from "../../lib/reduced-motion.ts";
import { IconButton } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./background-video.module.css";

interface BackgroundVideoProps {
  /** Address of a silent film of our own. */
  film: string;
  className?: string | undefined;
}

/**
 * BackgroundVideo plays a silent film over the picture that stands before it. It starts by itself once the
 * page has loaded, unless the visitor wants less motion or saves data: then it waits for a press.
 * It can always be stopped, and rests while out of sight. A film that fails leaves the picture.
 */
export function BackgroundVideo({ film, className }: BackgroundVideoProps) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [wanted, setWanted] = useState(false);
  const [asked, setAsked] = useState(false);
  const [shown, setShown] = useState(false);
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    if (!mayAutoplay()) return;
    const begin = () => {
      setAsked(true);
      setWanted(true);
    };
    if (document.readyState === "complete") begin();
    else window.addEventListener("load", begin, { once: true });
    return () => window.removeEventListener("load", begin);
  }, []);

  useEffect(() => {
    const player = video.current;
    if (!player) return;
    if (!wanted) {
      player.pause();
      return;
    }
    // A browser that does not let films start by themselves is asked by the button again.
    const play = () => void player.play().catch(() => setWanted(false));
    const sight = new IntersectionObserver(([entry]) =>
      entry?.isIntersecting ? play() : player.pause(),
    );
    sight.observe(player);
    return () => sight.disconnect();
  }, [wanted]);

  if (broken) return null;
  const toggle = () => {
    setAsked(true);
    setWanted(!wanted);
  };
  return (
    <>
      {asked ? (
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
          onError={() => setBroken(true)}
        />
      ) : null}
      <IconButton
        label={t(wanted ? "sections.film.pause" : "sections.film.play")}
        className={styles.button}
        onClick={toggle}
      >
        {wanted ? <span className={styles.bars} aria-hidden="true" /> : <Icon name="play" solid />}
      </IconButton>
    </>
  );
}
