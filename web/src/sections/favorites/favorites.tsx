import type { SectionProps } from "../../lib/section.ts";

export default function Favorites({ section }: SectionProps<"favorites">) {
  return <section data-kind={section.kind} />;
}
