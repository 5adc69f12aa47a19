import { createStore, useStore } from "../../lib/store.ts";

const store = createStore(false);

/** Opens the mobile menu and locks the page's scroll. */
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

/** Locks the scroll position; a padding replaces the scroll bar, so the width stays. */
function lockScroll(locked: boolean): void {
  const { style, clientWidth } = document.documentElement;
  const bar = window.innerWidth - clientWidth;
  style.overflow = locked ? "hidden" : "";
  style.paddingInlineEnd = locked && bar > 0 ? `${bar}px` : "";
}
