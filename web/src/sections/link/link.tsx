import type { SectionProps } from "../../lib/section.ts";

export default function Link({ section }: SectionProps<"link">) {
  return <section data-kind={section.kind} />;
}
