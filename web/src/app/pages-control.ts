import { type Dispatch, type SetStateAction, startTransition } from "react";
import type { View } from "../generated/view.ts";
import type { PagesControl } from "./pages.tsx";
import { type PageState, type PagesState, preparedPage, withRest } from "./pages-state.ts";
import type { ScrollTarget } from "./scroll-and-focus.ts";

export type Pages = PagesControl & {
  /** Changes the state of the page list, if there is one: a failure is displayed in its place. */
  change: Dispatch<SetStateAction<PagesState>>;
  /** The displayed page. */
  shown(): PageState | undefined;
  /** The hidden page that a navigation can show as it is. */
  prepared(view: View, target: ScrollTarget): PageState | undefined;
};

/** Creates the control of the page list; onComplete runs after the effects of a complete page. */
export function createPages(onComplete: () => void): Pages {
  const ready = new Set<number>();
  let setState: Dispatch<SetStateAction<PagesState>> | undefined;
  let committed: PagesState | undefined;
  return {
    attach(set) {
      setState = set;
      return () => {
        setState = undefined;
        committed = undefined;
        ready.clear();
      };
    },
    onCommit(state) {
      committed = state;
    },
    onEffects({ shown, active }) {
      if (active !== shown.number) return;
      // After the paint of a page in part: the rest, in slices that input interrupts.
      if (shown.partial) startTransition(() => setState?.(withRest));
      else onComplete();
    },
    onReady: (number) => void ready.add(number),
    change: (update) => setState?.(update),
    shown: () => committed?.shown,
    prepared(view, target) {
      const page = committed && preparedPage(committed, view, target);
      return page && ready.has(page.number) ? page : undefined;
    },
  };
}
