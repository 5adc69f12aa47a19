import { Lightbox } from "../../features/gallery/lightbox.tsx";
import { PictureGrid } from "../../features/gallery/picture-grid.tsx";
import { useLightbox } from "../../features/gallery/use-lightbox.ts";
import { useT } from "../../i18n/use-t.ts";
import { useSectionNumber } from "../../lib/section-number.ts";
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
  const { pictures, title } = section;
  const number = useSectionNumber(); // a page may have several galleries
  const name = `gallery-${number}` as const;
  const { index, show, close } = useLightbox(name, pictures.length);
  if (pictures.length === 0) return null;
  return (
    <Band title={title}>
      <PictureGrid
        pictures={pictures}
        lightbox={name}
        layout="many"
        max={MAX_SHOWN}
        sizes={SIZES}
      />
      <Lightbox
        pictures={pictures}
        index={index}
        onShow={show}
        onClose={close}
        label={t("gallery.of", { title: title ?? pictures[0]?.alt ?? "" })}
      />
    </Band>
  );
}
