import type { SectionProps } from "../../lib/section.ts";

export default function BlogSection({ section }: SectionProps<"blog-section">) {
  return <section data-kind={section.kind} />;
}
