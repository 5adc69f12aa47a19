import { Link } from "../../features/navigation/link.tsx";
import { PostGrid } from "../../features/post-card/post-grid.tsx";
import type { SectionProps } from "../../lib/section.ts";
import { Band } from "../../ui/band/band.tsx";
import { buttonClass } from "../../ui/button/button.tsx";

/** BlogSection teases the latest articles. */
export default function BlogSection({ section }: SectionProps<"blog-section">) {
  if (section.posts.length === 0) return null;
  const more = section.more ? (
    <Link link={section.more.href} className={buttonClass({ variant: "text" })}>
      {section.more.text}
    </Link>
  ) : null;
  return (
    <Band title={section.title} action={more}>
      <PostGrid posts={section.posts} />
    </Band>
  );
}
