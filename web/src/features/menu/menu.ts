import { createStore, useStore } from "../../lib/store.ts";

const store = createStore(false);

/** Opens the mobile menu; the page beneath does not scroll meanwhile. */
export function openMenu(): void {
  lockScroll(true);
  store.set(true);
}

/** Closes the mobile menu, if it is open. */
export function closeMenu(): void {
  if (!store.get()) return;
  lockScroll(false);
  store.set(false);
}

export const isMenuOpen = (): boolean => store.get();

export const useMenuOpen = (): boolean => useStore(store, false);

/** Keeps the page where it is, and as wide as it is when its scroll bar goes. */
function lockScroll(locked: boolean): void {
  const { style, clientWidth } = document.documentElement;
  const bar = window.innerWidth - clientWidth;
  style.overflow = locked ? "hidden" : "";
  style.paddingInlineEnd = locked && bar > 0 ? `${bar}px` : "";
}
