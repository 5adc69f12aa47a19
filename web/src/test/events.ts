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

/** Waits for promises and timers that are due. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
