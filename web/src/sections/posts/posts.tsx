import { moreLink } from "../../features/navigation/more-link.tsx";
import { PostGrid } from "../../features/post-card/post-grid.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";

/** Posts are articles chosen by an editor. */
export default function Posts({ section }: SectionProps<"posts">) {
  if (section.posts.length === 0) return null;
  return (
    <Band tone="linen" title={section.title} action={moreLink(section.more)}>
      <PostGrid posts={section.posts} heading={section.title ? "h3" : "h2"} />
    </Band>
  );
}
