import { useState } from "react";
import { Lightbox } from "../../features/gallery/lightbox.tsx";
import { PictureGrid } from "../../features/gallery/picture-grid.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";

/** The number of pictures on the page; the lightbox has all. */
const MAX_SHOWN = 12;

const SIZES = [
  "(width >= 1290px) 800px, (width >= 768px) 62vw, 92vw",
  "(width >= 1290px) 400px, (width >= 768px) 31vw, 46vw",
] as const;

/** Gallery is a grid of pictures that open in the lightbox. */
export default function Gallery({ section }: SectionProps<"gallery">) {
  const t = useT();
  const [index, setIndex] = useState<number | null>(null);
  const { pictures, title } = section;
  if (pictures.length === 0) return null;
  return (
    <Band title={title}>
      <PictureGrid
        pictures={pictures}
        layout="many"
        max={MAX_SHOWN}
        sizes={SIZES}
        onOpen={setIndex}
      />
      <Lightbox
        pictures={pictures}
        index={index}
        onClose={() => setIndex(null)}
        label={t("gallery.of", { title: title ?? pictures[0]?.alt ?? "" })}
      />
    </Band>
  );
}
