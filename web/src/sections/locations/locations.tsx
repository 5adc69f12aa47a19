import type { SectionProps } from "../../lib/section.ts";

export default function Locations({ section }: SectionProps<"locations">) {
  return <section data-kind={section.kind} />;
}
