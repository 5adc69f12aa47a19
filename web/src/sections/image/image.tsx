import type { SectionProps } from "../../lib/section.ts";

export default function Image({ section }: SectionProps<"image">) {
  return <section data-kind={section.kind} />;
}
