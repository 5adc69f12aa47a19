import { useState } from "react";
import { Lightbox } from "../../features/gallery/lightbox.tsx";
import { PictureGrid } from "../../features/gallery/picture-grid.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";

/** How many pictures the page itself shows; the lightbox has them all. */
const SHOWN = 12;

const SIZES = [
  "(width >= 1290px) 800px, (width >= 768px) 62vw, 92vw",
  "(width >= 1290px) 400px, (width >= 768px) 31vw, 46vw",
] as const;

/** Gallery is a wall of pictures; each opens large. */
export default function Gallery({ section }: SectionProps<"gallery">) {
  const t = useT();
  const [at, setAt] = useState<number | null>(null);
  const { pictures, title } = section;
  if (pictures.length === 0) return null;
  return (
    <Band title={title}>
      <PictureGrid pictures={pictures} layout="many" most={SHOWN} sizes={SIZES} onOpen={setAt} />
      <Lightbox
        pictures={pictures}
        at={at}
        onClose={() => setAt(null)}
        label={t("gallery.of", { title: title ?? pictures[0]?.alt ?? "" })}
      />
    </Band>
  );
}
