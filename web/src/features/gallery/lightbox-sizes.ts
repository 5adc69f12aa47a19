/** The sizes attribute of a picture in the lightbox. */
export const LIGHTBOX_SIZES = "100vw";
