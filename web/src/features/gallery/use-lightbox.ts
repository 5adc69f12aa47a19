import type { MouseEvent } from "react";
import { repeatableImport } from "../../lib/chunk.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { timing } from "../../lib/timing.ts";
import { hasModifierKey } from "../navigation/link-click.ts";
import { closeOverlay, openOverlay, useOverlay } from "../navigation/overlay.ts";
import { watchAnchor } from "../navigation/prefetch-link.ts";
import dialogURL from "./lightbox-dialog.tsx?chunk-url";

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

/** The address of the picture that the visitor points at, "" if there is none. */
const pointedAt = createStore("");
let forget: ReturnType<typeof setTimeout> | undefined;

/** Opens a lightbox at the picture with an index; while it is open, shows that picture. */
export function openLightbox(name: LightboxName, index = 0): void {
  pointedAt.set("");
  openOverlay(address(name, index));
}

/**
 * The props of an anchor that opens a lightbox at the picture with an index; with a modifier key it is a
 * link. The code loads when the visitor points at the anchor; while a mouse rests on it, the lightbox is
 * rendered, hidden.
 */
export const lightboxTrigger = (name: LightboxName, index = 0) => ({
  ref(anchor: Element | null) {
    if (!anchor) return;
    watchAnchor(anchor, {
      point: () => void loadLightbox().catch(() => {}), // a click reports it
      rest() {
        pointedAt.set(address(name, index));
        clearTimeout(forget);
        forget = setTimeout(() => pointedAt.set(""), timing.intentTime);
      },
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
  /** The index of the picture that the visitor points at. */
  ahead: number | null;
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
    ahead: indexIn(useStore(pointedAt, "")),
    show: (next) => openLightbox(name, next),
    close: () => closeOverlay(prefix),
  };
}
