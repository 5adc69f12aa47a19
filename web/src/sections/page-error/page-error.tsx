import type { SectionProps } from "../../lib/section.ts";

export default function PageError({ section }: SectionProps<"page-error">) {
  return <section data-kind={section.kind} />;
}
