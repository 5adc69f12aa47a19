import type { SectionProps } from "../../lib/section.ts";

export default function PropertyCarousel({ section }: SectionProps<"property-carousel">) {
  return <section data-kind={section.kind} />;
}
