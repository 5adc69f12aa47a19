import { Video as VideoPlayer } from "../../features/details/video.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";

/** Video is one video with title and text. */
export default function Video({ section }: SectionProps<"video">) {
  return (
    <Band width="narrow" title={section.title} text={section.text}>
      <VideoPlayer video={section.video} title={section.title} />
    </Band>
  );
}
