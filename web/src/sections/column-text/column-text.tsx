import type { SectionProps } from "../../lib/section.ts";

export default function ColumnText({ section }: SectionProps<"column-text">) {
  return <section data-kind={section.kind} />;
}
