import type { Picture } from "../../generated/view.ts";
import { srcset } from "./srcset.ts";

/** Fetches a picture before it is displayed: the rendition that a Picture of the same sizes will show. */
export function fetchPicture(picture: Picture, sizes: string): void {
  const element = document.createElement("picture");
  for (const format of picture.widths?.length ? ["avif", "webp"] : []) {
    const source = document.createElement("source");
    source.type = `image/${format}`;
    source.sizes = sizes;
    source.srcset = srcset(picture, picture.widths ?? [], format);
    element.append(source);
  }
  const image = document.createElement("img");
  element.append(image);
  image.src = picture.src;
}
