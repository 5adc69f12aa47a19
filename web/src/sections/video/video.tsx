import { Video as Film } from "../../features/listing/video.tsx";
import type { SectionProps } from "../../lib/section.ts";
import { Band } from "../../ui/band/band.tsx";

/** Video is one film with what it shows. */
export default function Video({ section }: SectionProps<"video">) {
  return (
    <Band width="narrow" title={section.title} text={section.text}>
      <Film video={section.video} title={section.title} />
    </Band>
  );
}
