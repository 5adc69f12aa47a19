import type { SectionProps } from "../../lib/section.ts";

export default function BlogArchive({ section }: SectionProps<"blog-archive">) {
  return <section data-kind={section.kind} />;
}
