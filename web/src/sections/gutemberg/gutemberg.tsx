import { Html } from "../../features/content/html.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";

/** Gutemberg is what the block editor of WordPress wrote; styles/prose.css knows its blocks. */
export default function Gutemberg({ section }: SectionProps<"gutemberg">) {
  return (
    <Band>
      <Html html={section.html} className="prose prose-hung" />
    </Band>
  );
}
