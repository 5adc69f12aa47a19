/** A block of the editor that is wider than the text. */
const WIDE_BLOCK = /class="[^"]*\balign(wide|full)\b/;

/** The class of rich text that is the whole page (styles/prose.css): centred when a block is wider than the text. */
export const pageProse = (html: string): string =>
  WIDE_BLOCK.test(html) ? "prose prose-centred" : "prose prose-hung";
