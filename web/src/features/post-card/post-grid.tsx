import type { PostCard as PostCardData } from "../../generated/view.ts";
import { PostCard } from "./post-card.tsx";
import styles from "./post-grid.module.css";

interface PostGridProps {
  posts: PostCardData[];
  /** The grid is what the visitor sees first: its first picture is fetched at once. */
  first?: boolean;
  heading?: "h2" | "h3";
}

/** PostGrid shows articles in rows of two or three; the first ones stand wide where a row would lack some. */
export function PostGrid({ posts, first = false, heading = "h3" }: PostGridProps) {
  const count = posts.length;
  return (
    <ul
      className={styles.grid}
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

/** How wide the picture of a card is drawn: as post-grid.module.css and post-card.module.css lay it out. */
function sizesOf(index: number, count: number): string {
  const desk =
    count % 3 === 1 && index === 0
      ? "(width >= 1290px) 700px, (width >= 1024px) 56vw"
      : count % 3 === 2 && index < 2
        ? "(width >= 1290px) 585px, (width >= 1024px) 46vw"
        : "(width >= 1290px) 380px, (width >= 1024px) 30vw";
  const tablet = count % 2 === 1 && index === 0 ? "(width >= 640px) 56vw" : "(width >= 640px) 45vw";
  return `${desk}, ${tablet}, 92vw`;
}
