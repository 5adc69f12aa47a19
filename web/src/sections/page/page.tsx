import type { SectionProps } from "../../lib/section.ts";

export default function Page({ section }: SectionProps<"page">) {
  return <section data-kind={section.kind} />;
}
