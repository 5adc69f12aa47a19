import type { SectionProps } from "../../lib/section.ts";

export default function Development({ section }: SectionProps<"development">) {
  return <section data-kind={section.kind} />;
}
