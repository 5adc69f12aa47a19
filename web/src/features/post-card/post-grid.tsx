import type { PostCard as PostCardData } from "../../generated/view.ts";
import { PostCard } from "./post-card.tsx";
import styles from "./post-grid.module.css";

interface PostGridProps {
  posts: PostCardData[];
  /** Shows the first article wide. */
  lead?: boolean;
  heading?: "h2" | "h3";
}

/** PostGrid shows articles in columns. */
export function PostGrid({ posts, lead = false, heading = "h3" }: PostGridProps) {
  return (
    <ul className={styles.grid}>
      {posts.map((post, index) => (
        <li key={post.href} className={lead && index === 0 ? styles.wide : undefined}>
          <PostCard post={post} lead={lead && index === 0} heading={heading} />
        </li>
      ))}
    </ul>
  );
}
