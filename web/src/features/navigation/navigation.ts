import { createContext, useContext, useEffect, useState } from "react";
import type { View } from "../../generated/view.ts";
import { createStore, type Store, useStore } from "../../lib/store.ts";
import type { Origins } from "./href.ts";
import type { Prefetcher } from "./prefetch.ts";

export type NavigateOptions = {
  /** Puts the link in place of the present history entry. */
  replace?: boolean | undefined;
  /** Kept with the history entry, as a deep copy. */
  state?: unknown;
  /** false keeps scroll and focus where they are, a number scrolls smoothly to that height. Default: the top. */
  scroll?: boolean | number | undefined;
};

/** What components may ask of the router; app/navigation.ts is the real one. */
export type Navigation = {
  navigate(link: string, options?: NavigateOptions): void;
  /** The View behind a link, from the cache or asked once. */
  load(link: string): Promise<View>;
  /** Told after every plain click on an internal link. */
  clicked(): void;
  pending: Store<boolean>;
  /** The link under way, told together with pending; "" when none is. */
  going: Store<string>;
  prefetcher: Prefetcher | null;
  origins: Origins;
  /** Every change of a filter navigates at once (a setting of the agency). */
  forcedRefresh: boolean;
};

/** The server draws with it: nothing is clicked there. */
export const idleNavigation: Navigation = {
  navigate: () => {},
  load: () => new Promise(() => {}),
  clicked: () => {},
  pending: createStore(false),
  going: createStore(""),
  prefetcher: null,
  origins: {},
  forcedRefresh: false,
};

export const NavigationContext = createContext<Navigation>(idleNavigation);

export const useNavigation = (): Navigation => useContext(NavigationContext);

export const useNavigate = (): Navigation["navigate"] => useNavigation().navigate;

/** True while the next View is on its way. */
export const usePending = (): boolean => useStore(useNavigation().pending, false);

/** The link whose View is on its way, "" when none is. */
export const useGoing = (): string => useStore(useNavigation().going, "");

export type LinkedView = {
  /** The View that came last; it stays while the next one loads. */
  view: View | undefined;
  loading: boolean;
  failed: boolean;
  retry(): void;
};

type Answered = { link: string | undefined; view: View | undefined; failed: boolean };

const NOTHING: Answered = { link: undefined, view: undefined, failed: false };

/** The View behind another link than the one shown; none is asked for while link is undefined. */
export function useLinkedView(link: string | undefined): LinkedView {
  const { load } = useNavigation();
  const [answered, setAnswered] = useState(NOTHING);

  useEffect(() => {
    if (link === undefined || answered.link === link) return;
    let wanted = true;
    const answer = (view: View | undefined) => {
      if (!wanted) return;
      setAnswered((before) => ({ link, view: view ?? before.view, failed: view === undefined }));
    };
    load(link).then(answer, () => answer(undefined));
    return () => {
      wanted = false;
    };
  }, [link, load, answered.link]);

  const settled = answered.link === link;
  return {
    view: link === undefined ? undefined : answered.view,
    loading: link !== undefined && !settled,
    failed: link !== undefined && settled && answered.failed,
    retry: () => setAnswered((before) => ({ ...before, link: undefined, failed: false })),
  };
}
