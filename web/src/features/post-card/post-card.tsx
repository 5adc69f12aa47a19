import type { PostCard as PostCardData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import cardStyles from "../../ui/card/card.module.css";
import { cx } from "../../ui/cx.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import { Link } from "../navigation/link.tsx";
import styles from "./post-card.module.css";

export type PostCardProps = {
  post: PostCardData;
  /** The sizes attribute of the picture. */
  sizes: string;
  /** Its picture is the first picture of the page. */
  first?: boolean;
  heading?: "h2" | "h3";
};

/** PostCard is an article in a list; a wide card has the text beside the picture. */
export function PostCard({ post, sizes, first = false, heading: Heading = "h3" }: PostCardProps) {
  const t = useT();
  return (
    <article className={cx(cardStyles.card, styles.card)}>
      {post.picture ? (
        <div className={styles.frame}>
          <Picture
            picture={post.picture}
            sizes={sizes}
            first={first}
            maxWidth={1280}
            alt=""
            className={cardStyles.picture}
          />
        </div>
      ) : null}
      <div className={styles.text}>
        <p className={styles.meta}>
          <time dateTime={post.isoDate}>{post.date}</time>
          <span>{t("sections.minutes", { count: post.minutes })}</span>
        </p>
        <Heading className={styles.title}>
          <Link link={post.href} className={cx(cardStyles.link, cardStyles.ring)}>
            {post.title}
          </Link>
        </Heading>
        <p className={styles.excerpt}>{post.excerpt}</p>
      </div>
    </article>
  );
}
