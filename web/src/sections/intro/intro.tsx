import type { SectionProps } from "../../lib/section.ts";

export default function Intro({ section }: SectionProps<"intro">) {
  return <section data-kind={section.kind} />;
}
