import { isExternal } from "./href.ts";

/** What decides about a click; both React's and the browser's events have it. */
export type ClickEvent = {
  button: number;
  ctrlKey: boolean;
  shiftKey: boolean;
  metaKey: boolean;
  defaultPrevented: boolean;
};

/**
 * Whether a click is left to the browser (routing §11.3). Alt-click is an ordinary one.
 * A click that somebody else has dealt with is nobody's any more.
 */
export function isLeftToBrowser(event: ClickEvent, href: string, target: string): boolean {
  return (
    event.defaultPrevented ||
    event.button > 0 ||
    event.ctrlKey ||
    event.shiftKey ||
    event.metaKey ||
    target === "_blank" ||
    isExternal(href)
  );
}
