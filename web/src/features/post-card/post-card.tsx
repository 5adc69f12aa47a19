import type { PostCard as PostCardData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { cx } from "../../ui/cx.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import { Link } from "../navigation/link.tsx";
import styles from "./post-card.module.css";

interface PostCardProps {
  post: PostCardData;
  /** The first article of a list stands wide, beside its picture. */
  lead?: boolean;
  heading?: "h2" | "h3";
}

const SIZES = "(width >= 1290px) 380px, (width >= 1024px) 30vw, (width >= 640px) 45vw, 92vw";
const LEAD_SIZES = "(width >= 1290px) 700px, (width >= 768px) 56vw, 92vw";

/** PostCard is one article in a list. */
export function PostCard({ post, lead = false, heading: Heading = "h3" }: PostCardProps) {
  const t = useT();
  return (
    <article className={cx(styles.card, lead && styles.lead)}>
      {post.picture ? (
        <div className={styles.frame}>
          <Picture
            picture={post.picture}
            sizes={lead ? LEAD_SIZES : SIZES}
            first={lead}
            alt=""
            className={styles.picture}
          />
        </div>
      ) : null}
      <div className={styles.text}>
        <p className={styles.meta}>
          <time dateTime={post.isoDate}>{post.date}</time>
          <span>{t("sections.minutes", { count: post.minutes })}</span>
        </p>
        <Heading className={styles.title}>
          <Link link={post.href} className={styles.link}>
            {post.title}
          </Link>
        </Heading>
        <p className={styles.excerpt}>{post.excerpt}</p>
      </div>
    </article>
  );
}
