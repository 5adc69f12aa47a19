import { moreLink } from "../../features/navigation/more-link.tsx";
import { PostGrid } from "../../features/post-card/post-grid.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";

/** BlogSection shows the latest articles. */
export default function BlogSection({ section }: SectionProps<"blog-section">) {
  if (section.posts.length === 0) return null;
  return (
    <Band title={section.title} action={moreLink(section.more)}>
      <PostGrid posts={section.posts} />
    </Band>
  );
}
