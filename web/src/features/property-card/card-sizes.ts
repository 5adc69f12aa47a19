/** The sizes attribute of a card in a grid, as in card-grid.module.css. */
export const CARD_SIZES =
  "(width >= 1290px) 380px, (width >= 1024px) 30vw, (width >= 640px) 45vw, 92vw";
