let position: number | undefined;

/**
 * The height in px to which the document is scrolled, as of the last scroll event. window.scrollY makes the
 * browser compute styles and layout first, which a click has changed.
 */
export const scrollPosition = (): number => position ?? window.scrollY;

/** Starts to follow the scroll position. Returns how to stop. */
export function followScroll(): () => void {
  const scrolled = () => {
    position = window.scrollY;
  };
  window.addEventListener("scroll", scrolled, { passive: true });
  return () => {
    window.removeEventListener("scroll", scrolled);
    position = undefined;
  };
}
