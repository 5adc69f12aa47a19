import type { Feed } from "../../generated/view.ts";
import { Band } from "../../ui/band/band.tsx";
import { buttonClass } from "../../ui/button/button.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./instagram.module.css";

export type InstagramProps = { feed: Feed | undefined };

/** Instagram shows the agency's feed with pictures from this site. */
export function Instagram({ feed }: InstagramProps) {
  if (!feed) return null;
  const profile = feed.profile ? (
    <a className={buttonClass({ variant: "text" })} href={feed.profile.href} rel="noopener">
      {feed.profile.text}
    </a>
  ) : null;
  return (
    <Band title={feed.title} action={profile}>
      <ul className={styles.feed}>
        {feed.posts.map(({ href, picture }) => (
          <li key={href}>
            <a className={styles.post} href={href} rel="noopener">
              <Picture
                picture={picture}
                sizes="(width >= 1024px) 200px, 33vw"
                className={styles.picture}
              />
            </a>
          </li>
        ))}
      </ul>
    </Band>
  );
}
