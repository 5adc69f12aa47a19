/** Items that a window of a phone shows. */
const FIRST_ITEMS = 2;

/** The attribute data-lazy of an item of a list (styles/base.css). lazy: the server has rendered the list. */
export const lazyAttribute = (lazy: boolean, index: number): "" | undefined =>
  lazy && index >= FIRST_ITEMS ? "" : undefined;
