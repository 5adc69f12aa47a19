import { createStore, useStore } from "../../lib/store.ts";

/** The index of the open picture; null when the gallery is closed. */
const store = createStore<number | null>(null);

/** Opens the gallery of the current property; the header's button and the pictures call it. */
export const openGallery = (index = 0): void => store.set(index);

export const closeGallery = (): void => store.set(null);

export const useGallery = (): number | null => useStore(store, null);
