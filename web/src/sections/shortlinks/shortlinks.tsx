import type { SectionProps } from "../../lib/section.ts";

export default function Shortlinks({ section }: SectionProps<"shortlinks">) {
  return <section data-kind={section.kind} />;
}
