/** Clicks and tells whether the page prevented the browser's own reaction. */
export function click(element: Element | null, init: MouseEventInit = {}): boolean {
  let prevented = false;
  const last = (event: Event) => {
    prevented = event.defaultPrevented;
    event.preventDefault(); // jsdom cannot load documents
  };
  window.addEventListener("click", last);
  element?.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, button: 0, ...init }),
  );
  window.removeEventListener("click", last);
  return prevented;
}

/** Lets promises and the timers of this moment run. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
