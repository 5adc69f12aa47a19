import { type MouseEvent, useState } from "react";
import type { Video as VideoData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./video.module.css";

interface VideoProps {
  video: VideoData;
  /** What the film shows, where it has no title of its own. */
  title: string;
}

/**
 * Video shows a poster; its host hears of the visitor on a click, not before. A film
 * whose host may not play it here is a link to it.
 */
export function Video({ video, title }: VideoProps) {
  const t = useT();
  const [playing, setPlaying] = useState(false);
  const name = video.title || title;
  if (playing && video.own) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what the agency uploads has none
      <video
        className={styles.frame}
        src={video.embed}
        poster={video.poster?.src}
        aria-label={name}
        controls
        autoPlay
        playsInline
      />
    );
  }
  if (playing) {
    return (
      <iframe
        className={styles.frame}
        src={started(video.embed)}
        title={name}
        allow="autoplay; fullscreen; picture-in-picture"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  const play = (event: MouseEvent) => {
    if (video.away) return;
    event.preventDefault();
    setPlaying(true);
  };
  return (
    <a
      className={styles.poster}
      href={video.embed}
      rel="noopener nofollow"
      target={video.away ? "_blank" : undefined}
      onClick={play}
    >
      {video.poster ? (
        <Picture
          picture={video.poster}
          sizes="(width >= 1024px) 760px, 100vw"
          alt=""
          className={styles.picture}
        />
      ) : null}
      <span className={styles.veil}>
        <span className={styles.play}>
          <Icon name="play" solid />
        </span>
        <span className={styles.name}>{t("property.playVideo", { title: name })}</span>
        {video.host ? (
          <span className={styles.note}>
            {t(video.away ? "sections.frame.away" : "property.playContacts", { host: video.host })}
          </span>
        ) : null}
      </span>
    </a>
  );
}

/** started asks a player to begin at once: the visitor has pressed play already. */
const started = (embed: string): string => `${embed}${embed.includes("?") ? "&" : "?"}autoplay=1`;
