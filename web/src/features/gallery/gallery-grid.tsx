import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Lightbox } from "./lightbox.tsx";
import { PictureGrid } from "./picture-grid.tsx";
import { useLightbox } from "./use-lightbox.ts";

export type GalleryGridProps = {
  pictures: PictureData[];
  /** The title of the property, for the accessible name of the gallery. */
  title: string;
};

/** The number of pictures on the page; the gallery has all. */
const MAX_SHOWN = 5;

const SIZES = ["(width >= 768px) 62vw, 100vw", "(width >= 768px) 31vw, 50vw"] as const;

/** GalleryGrid shows the first pictures of a property and opens the gallery. */
export function GalleryGrid({ pictures, title }: GalleryGridProps) {
  const t = useT();
  const { index, show, close } = useLightbox("picture", pictures.length);
  if (pictures.length === 0) return null;
  return (
    <div id="gallery">
      <PictureGrid
        pictures={pictures}
        lightbox="picture"
        layout="few"
        // The header shows the first picture already, so it is skipped where there are enough.
        start={pictures.length > 2 ? 1 : 0}
        max={MAX_SHOWN}
        sizes={SIZES}
      />
      <Lightbox
        pictures={pictures}
        index={index}
        onShow={show}
        onClose={close}
        label={t("gallery.of", { title })}
      />
    </div>
  );
}
