import type { SectionProps } from "../../lib/section.ts";

export default function Contact({ section }: SectionProps<"contact">) {
  return <section data-kind={section.kind} />;
}
