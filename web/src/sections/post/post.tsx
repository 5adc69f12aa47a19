import type { SectionProps } from "../../lib/section.ts";

export default function Post({ section }: SectionProps<"post">) {
  return <section data-kind={section.kind} />;
}
