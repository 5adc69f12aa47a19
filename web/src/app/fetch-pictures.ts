import { CARD_SIZES } from "../features/property-card/card-sizes.ts";
import type { View } from "../generated/view.ts";
import { fetchPicture } from "../ui/picture/fetch-picture.ts";

/** The cards of the first row. */
const FIRST_CARDS = 3;

/** Fetches the pictures at the top of a View that the visitor points at: that of a property, or those of the first results. */
export function fetchPictures({ header, content }: View): void {
  if (header.property && header.picture) fetchPicture(header.picture, "100vw");
  for (const section of content) {
    if (section.kind !== "property-archive" || section.mapView) continue;
    for (const { picture } of section.cards.slice(0, FIRST_CARDS))
      if (picture) fetchPicture(picture, CARD_SIZES);
  }
}
