/** Clicks an element; true when the page prevented the default. */
export function click(element: Element | null, init: MouseEventInit = {}): boolean {
  let prevented = false;
  const last = (event: Event) => {
    prevented = event.defaultPrevented;
    event.preventDefault(); // jsdom does not load documents
  };
  window.addEventListener("click", last);
  element?.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, button: 0, ...init }),
  );
  window.removeEventListener("click", last);
  return prevented;
}

/** Waits for promises and timers that are due, and for those that they start, also on a busy machine. */
export async function settle(): Promise<void> {
  // jsdom's timers of one delay run in their order, so a chain of them moves one step a round.
  for (let round = 0; round < 8; round++) await new Promise((resolve) => setTimeout(resolve, 1));
}
