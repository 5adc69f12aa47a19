import type { View } from "../generated/view.ts";
import type { ScrollTarget } from "./scroll-and-focus.ts";

export type PageState = {
  /** The page of the document is 0, each new page has the next number. */
  number: number;
  view: View;
  /** How far down, in px, it was scrolled when it was left; 0 before. */
  scroll: number;
  /** It is rendered in part (lib/partial-page.ts): always before it is displayed. */
  partial: boolean;
};

/** The pages in the main element: one is displayed, at most two are hidden. */
export type PagesState = {
  shown: PageState;
  /** The page that was left last, for a step back or forward, and the one that the visitor points at. */
  hidden: PageState[];
  /** The page whose effects run. It follows shown after the paint. */
  active: number;
  /** The last number that was given to a page. */
  last: number;
};

export const onlyPage = (view: View): PagesState => ({
  shown: { number: 0, view, scroll: 0, partial: false },
  hidden: [],
  active: 0,
  last: 0,
});

/**
 * Whether a page may be in the document while another one is displayed. A map measures its element, and
 * bars of narrow windows change the displayed page (rules of html and body with :has()).
 */
export const canRenderHidden = ({ content, preview }: View): boolean =>
  !preview &&
  Boolean(window.CSS?.supports("content-visibility", "hidden")) &&
  window.matchMedia("(width >= 1024px)").matches &&
  !content.some((section) => section.kind === "property-archive" && section.mapView !== undefined);

/** Renders the page that the visitor points at; undefined removes it. */
export function withAhead(state: PagesState, view: View | undefined): PagesState {
  const left = state.hidden.filter(({ partial }) => !partial);
  if (!view || !canRenderHidden(view)) return { ...state, hidden: left };
  const number = state.last + 1;
  return { ...state, hidden: [...left, { number, view, scroll: 0, partial: true }], last: number };
}

/** Whether a navigation shows the top of a page: then the page may be rendered in part at first. */
export const startsAtTop = ({ scroll, restored, hash }: ScrollTarget): boolean =>
  scroll !== false && !restored && !hash;

/** The hidden page that a navigation can show as it is. */
export function preparedPage(
  { hidden }: PagesState,
  view: View,
  target: ScrollTarget,
): PageState | undefined {
  if (!startsAtTop(target) && !target.restored) return undefined;
  return hidden.find((page) => page.view === view && page.partial !== Boolean(target.restored));
}

/** Displays a hidden page. Nothing else changes, so that it is painted soon. */
export const withShown = (state: PagesState, page: PageState): PagesState => ({
  ...state,
  shown: page,
  hidden: [...state.hidden.filter((other) => other !== page), state.shown],
});

/**
 * What withShown left to do: effects run in the displayed page, and of the hidden ones only left stays,
 * which was scrolled so far down.
 */
export const withSettled = (
  state: PagesState,
  left: PageState | undefined,
  scroll: number,
): PagesState => ({
  ...state,
  hidden: state.hidden.filter((page) => page === left).map((page) => ({ ...page, scroll })),
  active: state.shown.number,
});

/** Displays a View in place of the displayed one. */
export const withView = (state: PagesState, view: View, partial: boolean): PagesState => ({
  ...state,
  shown: { number: state.shown.number, view, scroll: 0, partial },
  hidden: [],
  active: state.shown.number,
});

/** Renders the rest of the displayed page. */
export const withRest = (state: PagesState): PagesState => ({
  ...state,
  shown: { ...state.shown, partial: false },
});
