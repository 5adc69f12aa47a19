/**
 * Repeats the last click on a button that needs the site's script, which may still load: React drops
 * clicks from before hydration. The script dispatches "estate:started" when it handles events, and
 * "estate:hydrated" after its first effects. The names are not shared as constants, because boot.ts is
 * one small file without imports of the script.
 */
export function repeatEarlyClick(page: Document): void {
  let clicked: HTMLButtonElement | null = null;
  const record = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>("button[type=button]");
    clicked = button && isNative(button) ? null : button;
  };
  page.addEventListener("click", record, true);
  page.addEventListener("estate:started", () => page.removeEventListener("click", record, true));
  page.addEventListener("estate:hydrated", () => {
    if (clicked?.isConnected) clicked.click();
    clicked = null;
  });
}

/** Reports a button whose command the browser itself carries out. */
const isNative = (button: HTMLButtonElement) =>
  button.hasAttribute("command") && "commandForElement" in button;
