import { createContext, useContext } from "react";

/**
 * Whether the page is rendered in part: before and at a navigation to the top of a page it has only
 * what a window shows, and after the paint it has the rest (app/root.tsx). Never on the server, while
 * hydrating, on a step back, or for a link with a fragment.
 */
export const PartialPageContext = createContext(false);

/** The first count items while the page is rendered in part, else all of them. */
export function useFirstItems<T>(items: T[], count: number): T[] {
  return useContext(PartialPageContext) ? items.slice(0, count) : items;
}
