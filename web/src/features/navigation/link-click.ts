import { isExternal, isFile } from "./href.ts";

/** The fields of a click event that are read; React's and the browser's events have them. */
export type ClickEvent = {
  button: number;
  ctrlKey: boolean;
  shiftKey: boolean;
  metaKey: boolean;
  defaultPrevented: boolean;
};

/** Whether a click asks the browser for another tab or window. */
export const hasModifierKey = (event: Pick<ClickEvent, "ctrlKey" | "shiftKey" | "metaKey">) =>
  event.ctrlKey || event.shiftKey || event.metaKey;

/**
 * Whether the browser handles a click, not the router (routing §11.3). An alt-click is a
 * plain click. A click whose default is prevented already is not handled again.
 */
export function isHandledByBrowser(event: ClickEvent, href: string, target: string): boolean {
  return (
    event.defaultPrevented ||
    event.button > 0 ||
    hasModifierKey(event) ||
    target === "_blank" ||
    isExternal(href) ||
    isFile(href)
  );
}
