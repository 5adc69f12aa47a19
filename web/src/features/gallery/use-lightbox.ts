import type { MouseEvent } from "react";
import type { Picture } from "../../generated/view.ts";
import { repeatableImport } from "../../lib/chunk.ts";
import { fetchPicture } from "../../ui/picture/fetch-picture.ts";
import { hasModifierKey } from "../navigation/link-click.ts";
import { closeOverlay, openOverlay, useOverlay } from "../navigation/overlay.ts";
import { watchAnchor } from "../navigation/prefetch-link.ts";
import dialogURL from "./lightbox-dialog.tsx?chunk-url";
import { LIGHTBOX_SIZES } from "./lightbox-sizes.ts";

/** What a lightbox shows: gallery-2 is the gallery of the second section of a page. */
export type LightboxName = "picture" | "plan" | `gallery-${number}`;

const address = (name: LightboxName, index: number): string => `#${name}-${index + 1}`;

const loadDialog = repeatableImport(
  "lightbox-dialog",
  () => import("./lightbox-dialog.tsx"),
  dialogURL,
);

/** Loads the dialog. If that fails, the lightbox is closed: the history must not tell of an open one. */
export const loadLightbox = () =>
  loadDialog().catch((cause) => {
    closeOverlay("#");
    throw cause;
  });

/** Opens a lightbox at the picture with an index; while it is open, shows that picture. */
export function openLightbox(name: LightboxName, index = 0): void {
  openOverlay(address(name, index));
}

/**
 * The props of an anchor that opens a lightbox at a picture, by its index; with a modifier key it is a
 * link. The code loads when the visitor points at the anchor, and the picture when a mouse does.
 */
export const lightboxTrigger = (name: LightboxName, index = 0, picture?: Picture) => ({
  ref(anchor: Element | null) {
    if (!anchor) return;
    watchAnchor(anchor, (hovers) => {
      void loadLightbox().catch(() => {}); // a click reports it
      if (hovers && picture) fetchPicture(picture, LIGHTBOX_SIZES);
    });
  },
  onClick(event: MouseEvent) {
    if (hasModifierKey(event)) return;
    event.preventDefault();
    openLightbox(name, index);
  },
});

export type OpenLightbox = {
  /** The index of the picture that the address names; null while the lightbox is closed. */
  index: number | null;
  show(index: number): void;
  close(): void;
};

/** The lightbox with a name and a number of pictures. The address names the picture: #picture-3. */
export function useLightbox(name: LightboxName, count: number): OpenLightbox {
  const prefix = `#${name}-`;
  const indexIn = (address: string) => {
    const index = address.startsWith(prefix) ? Number(address.slice(prefix.length)) - 1 : -1;
    return index >= 0 && index < count ? index : null;
  };
  return {
    index: indexIn(useOverlay()),
    show: (next) => openLightbox(name, next),
    close: () => closeOverlay(prefix),
  };
}
