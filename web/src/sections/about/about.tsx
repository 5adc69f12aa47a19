import type { SectionProps } from "../../lib/section.ts";

export default function About({ section }: SectionProps<"about">) {
  return <section data-kind={section.kind} />;
}
