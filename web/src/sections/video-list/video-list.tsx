import { Video } from "../../features/details/video.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./video-list.module.css";

/** VideoList is a list of videos with the title on each poster. */
export default function VideoList({ section }: SectionProps<"video-list">) {
  return (
    <Band title={section.title}>
      <ul className={styles.films} data-count={section.videos.length}>
        {section.videos.map((video) => (
          <li key={video.embed} className="reveal">
            <Video video={video} title={section.title ?? video.host} />
            {video.text ? <p className={styles.text}>{video.text}</p> : null}
          </li>
        ))}
      </ul>
    </Band>
  );
}
