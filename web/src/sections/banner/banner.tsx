import type { SectionProps } from "../../lib/section.ts";

export default function Banner({ section }: SectionProps<"banner">) {
  return <section data-kind={section.kind} />;
}
