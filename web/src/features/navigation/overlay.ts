import { createStore, useStore } from "../../lib/store.ts";

/**
 * The name of the open overlay, "" when none is open. An overlay covers the page: lightbox, filter
 * sheet, mobile menu. It has a history entry, so that Back closes it. A name that starts with "#" is
 * also the fragment of the address.
 */
const store = createStore("");

/** How overlays change the browser's history; app/history.ts implements it. */
export type OverlayHistory = {
  /** An overlay was opened, or the open one has a new name. before is the name until then, or "". */
  opened(name: string, before: string): void;
  closed(): void;
};

let history: OverlayHistory | undefined;

/** Connects the overlays with the browser's history. Returns how to disconnect. */
export function bindOverlays(bound: OverlayHistory): () => void {
  history = bound;
  return () => {
    if (history === bound) history = undefined;
  };
}

/** Opens an overlay, or renames the open one. */
export function openOverlay(name: string): void {
  const before = store.get();
  if (before === name) return;
  store.set(name);
  history?.opened(name, before);
}

/** Closes the open overlay if its name starts with prefix; a late close event must not close the next one. */
export function closeOverlay(prefix: string): void {
  const name = store.get();
  if (name === "" || !name.startsWith(prefix)) return;
  store.set("");
  history?.closed();
}

/** Shows what the history says, after a step through it. Only app/history.ts calls it. */
export const showOverlay = (name: string): void => store.set(name);

export const openedOverlay = (): string => store.get();

export const subscribeOverlay = store.subscribe;

export const useOverlay = (): string => useStore(store, "");

/** The overlay that a fragment names, "" for the fragment of a place in the page. */
export const overlayOfHash = (hash: string): string =>
  /^#(?:picture|plan|gallery-\d+)-\d+$/.test(hash) ? hash : "";
