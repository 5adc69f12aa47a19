import { createStore, useStore } from "../../lib/store.ts";

/** The picture at which the gallery stands open, or null. */
const store = createStore<number | null>(null);

/** Opens the gallery of the home on screen; the header's button and the pictures both do. */
export const openGallery = (index = 0): void => store.set(index);

export const closeGallery = (): void => store.set(null);

export const useGallery = (): number | null => useStore(store, null);
