import { useEffect } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { closeGallery, openGallery, useGallery } from "./gallery.ts";
import { Lightbox } from "./lightbox.tsx";
import { PictureGrid } from "./picture-grid.tsx";

interface GalleryGridProps {
  pictures: PictureData[];
  /** The home; names the gallery for those who listen. */
  title: string;
}

/** How many pictures the page itself shows; the gallery has them all. */
const SHOWN = 5;

const SIZES = ["(width >= 768px) 62vw, 100vw", "(width >= 768px) 31vw, 50vw"] as const;

/** GalleryGrid shows the first pictures of a home and opens the gallery. */
export function GalleryGrid({ pictures, title }: GalleryGridProps) {
  const t = useT();
  const at = useGallery();
  useEffect(() => closeGallery, []);
  if (pictures.length === 0) return null;
  return (
    <div id="gallery">
      <PictureGrid
        pictures={pictures}
        layout="few"
        // The first one stands in the header already, so where there are enough it is not shown again.
        from={pictures.length > 2 ? 1 : 0}
        most={SHOWN}
        sizes={SIZES}
        onOpen={openGallery}
      />
      <Lightbox
        pictures={pictures}
        at={at}
        onClose={closeGallery}
        label={t("gallery.of", { title })}
      />
    </div>
  );
}
