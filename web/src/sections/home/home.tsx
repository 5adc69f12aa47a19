import type { SectionProps } from "../../lib/section.ts";

export default function Home({ section }: SectionProps<"home">) {
  return <section data-kind={section.kind} />;
}
