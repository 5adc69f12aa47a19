import type { SectionProps } from "../../lib/section.ts";

export default function Content({ section }: SectionProps<"content">) {
  return <section data-kind={section.kind} />;
}
