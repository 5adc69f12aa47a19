import type { SectionProps } from "../../lib/section.ts";

export default function Properties({ section }: SectionProps<"properties">) {
  return <section data-kind={section.kind} />;
}
