import type { SectionProps } from "../../lib/section.ts";

export default function Property({ section }: SectionProps<"property">) {
  return <section data-kind={section.kind} />;
}
