import type { SectionProps } from "../../lib/section.ts";

export default function Services({ section }: SectionProps<"services">) {
  return <section data-kind={section.kind} />;
}
