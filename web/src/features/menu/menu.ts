import {
  closeOverlay,
  openedOverlay,
  openOverlay,
  subscribeOverlay,
  useOverlay,
} from "../navigation/overlay.ts";

const NAME = "menu";

/** Opens the mobile menu and locks the page's scroll. */
export const openMenu = (): void => openOverlay(NAME);

/** Closes the mobile menu, if it is open. */
export const closeMenu = (): void => closeOverlay(NAME);

export const isMenuOpen = (): boolean => openedOverlay() === NAME;

export const useMenuOpen = (): boolean => useOverlay() === NAME;

let locked = false;

// A back step closes the menu too, so the lock follows the overlay.
subscribeOverlay(() => {
  if (locked === isMenuOpen()) return;
  locked = isMenuOpen();
  lockScroll(locked);
});

/** Locks the scroll position; a padding replaces the scroll bar, so the width stays. */
function lockScroll(locked: boolean): void {
  const { style, clientWidth } = document.documentElement;
  const bar = window.innerWidth - clientWidth;
  style.overflow = locked ? "hidden" : "";
  style.paddingInlineEnd = locked && bar > 0 ? `${bar}px` : "";
}
