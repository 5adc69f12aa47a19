import type { PostCard as PostCardData } from "../../generated/view.ts";
import { useFromServer } from "../../lib/use-hydrated.ts";
import { cx } from "../../ui/cx.ts";
import { PostCard } from "./post-card.tsx";
import styles from "./post-grid.module.css";

export type PostGridProps = {
  posts: PostCardData[];
  /** Its first picture is the first picture of the page. */
  first?: boolean;
  heading?: "h2" | "h3";
};

/** PostGrid shows articles in rows of two or three; the first ones are wide where a row is incomplete. */
export function PostGrid({ posts, first = false, heading = "h3" }: PostGridProps) {
  const count = posts.length;
  const lazy = useFromServer();
  return (
    <ul
      className={cx(styles.grid, lazy && "lazy-list")}
      data-odd={count % 2 === 1 ? "" : undefined}
      data-over={count % 3 || undefined}
    >
      {posts.map((post, index) => (
        <li key={post.href} className={styles.item}>
          <PostCard
            post={post}
            first={first && index === 0}
            sizes={sizesOf(index, count)}
            heading={heading}
          />
        </li>
      ))}
    </ul>
  );
}

/** The sizes attribute of a card, as in post-grid.module.css and post-card.module.css. */
function sizesOf(index: number, count: number): string {
  const desktop =
    count % 3 === 1 && index === 0
      ? "(width >= 1290px) 700px, (width >= 1024px) 56vw"
      : count % 3 === 2 && index < 2
        ? "(width >= 1290px) 585px, (width >= 1024px) 46vw"
        : "(width >= 1290px) 380px, (width >= 1024px) 30vw";
  const tablet = count % 2 === 1 && index === 0 ? "(width >= 640px) 56vw" : "(width >= 640px) 45vw";
  return `${desktop}, ${tablet}, 92vw`;
}
