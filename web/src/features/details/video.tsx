import { type MouseEvent, useState } from "react";
import type { Video as VideoData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./video.module.css";

export type VideoProps = {
  video: VideoData;
  /** The title of a video without its own one. */
  title: string;
};

/**
 * Video shows a poster and loads the video on a click, so that a third party is contacted only then. A
 * video whose host is not allowed here is a link.
 */
export function Video({ video, title }: VideoProps) {
  const t = useT();
  const [playing, setPlaying] = useState(false);
  const name = video.title || title;
  if (playing && video.own) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no captions
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
        src={video.tour ? video.embed : autoplayURL(video.embed)}
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
          <Icon name={video.tour ? "arrow" : "play"} solid={!video.tour} />
        </span>
        <span className={styles.name}>
          {t(video.tour ? "property.openTour" : "property.playVideo", { title: name })}
        </span>
        {video.host ? (
          <span className={styles.note}>
            {t(video.away ? "sections.frame.away" : "property.playContacts", { host: video.host })}
          </span>
        ) : null}
      </span>
    </a>
  );
}

/** The URL of the player with autoplay, because the visitor has clicked play. */
const autoplayURL = (embed: string): string =>
  `${embed}${embed.includes("?") ? "&" : "?"}autoplay=1`;
