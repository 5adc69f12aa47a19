import type { SectionProps } from "../../lib/section.ts";

export default function PropertyArchive({ section }: SectionProps<"property-archive">) {
  return <section data-kind={section.kind} />;
}
