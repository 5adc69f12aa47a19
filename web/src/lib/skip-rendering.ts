/**
 * Lets the browser leave out styles, layout and paint of what is in the elements (content-visibility:
 * hidden, styles/base.css). Their size stays. Returns how to render them again.
 */
export function skipRendering(elements: HTMLElement[]): () => void {
  const heights = elements.map((element) => element.getBoundingClientRect().height);
  const change = (skipped: boolean) => {
    for (const [index, element] of elements.entries()) {
      element.style.minBlockSize = skipped ? `${heights[index]}px` : "";
      element.toggleAttribute("data-skipped", skipped);
    }
  };
  change(true);
  return () => change(false);
}
