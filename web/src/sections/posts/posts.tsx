import { Link } from "../../features/navigation/link.tsx";
import { PostGrid } from "../../features/post-card/post-grid.tsx";
import type { SectionProps } from "../../lib/section.ts";
import { Band } from "../../ui/band/band.tsx";
import { buttonClass } from "../../ui/button/button.tsx";

/** Posts are articles that an editor chose. */
export default function Posts({ section }: SectionProps<"posts">) {
  if (section.posts.length === 0) return null;
  const more = section.more ? (
    <Link link={section.more.href} className={buttonClass({ variant: "text" })}>
      {section.more.text}
    </Link>
  ) : null;
  return (
    <Band tone="linen" title={section.title} action={more}>
      <PostGrid posts={section.posts} heading={section.title ? "h3" : "h2"} />
    </Band>
  );
}
