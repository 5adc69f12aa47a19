import { useLayoutEffect } from "react";

/** The number of open dialogs that lock the scroll of the page. */
let locks = 0;

/**
 * Keeps the page from scrolling while a dialog is open (styles/base.css). It is an attribute of html: with
 * :has(dialog[open]) the browser would look at the whole document each time anything opens or closes.
 */
export function useScrollLock(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return;
    change(1);
    return () => change(-1);
  }, [open]);
}

function change(by: 1 | -1): void {
  locks += by;
  document.documentElement.toggleAttribute("data-scroll-locked", locks > 0);
}
