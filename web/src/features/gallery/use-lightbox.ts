import { closeOverlay, openOverlay, useOverlay } from "../navigation/overlay.ts";

/** What a lightbox shows: gallery-2 is the gallery of the second section of a page. */
export type LightboxName = "picture" | "plan" | `gallery-${number}`;

const address = (name: LightboxName, index: number): string => `#${name}-${index + 1}`;

/** Opens a lightbox at the picture with an index; while it is open, shows that picture. */
export const openLightbox = (name: LightboxName, index = 0): void =>
  openOverlay(address(name, index));

export type OpenLightbox = {
  /** The index of the picture that the address names; null while the lightbox is closed. */
  index: number | null;
  show(index: number): void;
  close(): void;
};

/** The lightbox with a name and a number of pictures. The address names the picture: #picture-3. */
export function useLightbox(name: LightboxName, count: number): OpenLightbox {
  const overlay = useOverlay();
  const prefix = `#${name}-`;
  const index = overlay.startsWith(prefix) ? Number(overlay.slice(prefix.length)) - 1 : -1;
  return {
    index: index >= 0 && index < count ? index : null,
    show: (next) => openLightbox(name, next),
    close: () => closeOverlay(prefix),
  };
}
