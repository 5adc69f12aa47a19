import { createContext, useContext, useEffect, useState } from "react";
import type { View } from "../../generated/view.ts";
import { createStore, type Store, useStore } from "../../lib/store.ts";
import type { Origins } from "./href.ts";
import type { Prefetcher } from "./prefetch.ts";

export type NavigateOptions = {
  /** Replaces the current history entry. */
  replace?: boolean | undefined;
  /** Saved with the history entry, as a deep copy. */
  state?: unknown;
  /** false keeps scroll and focus, "results" scrolls smoothly to the bar above the results. Default: the top. */
  scroll?: boolean | "results" | undefined;
};

/** What components use of the router (app/router.ts). */
export type Navigation = {
  navigate(link: string, options?: NavigateOptions): void;
  /** The View of a link, cached or fetched. */
  load(link: string): Promise<View>;
  /** Call it after every plain click on an internal link. */
  onLinkClick(): void;
  pending: Store<boolean>;
  /** The link that is loading, set together with pending; "" when none is. */
  pendingLink: Store<string>;
  prefetcher: Prefetcher | null;
  origins: Origins;
  /** Every change of a filter navigates at once (a setting of the agency). */
  forcedRefresh: boolean;
};

/** The navigation of the server, which does nothing. */
export const idleNavigation: Navigation = {
  navigate: () => {},
  load: () => new Promise(() => {}),
  onLinkClick: () => {},
  pending: createStore(false),
  pendingLink: createStore(""),
  prefetcher: null,
  origins: {},
  forcedRefresh: false,
};

export const NavigationContext = createContext<Navigation>(idleNavigation);

export const useNavigation = (): Navigation => useContext(NavigationContext);

export const useNavigate = (): Navigation["navigate"] => useNavigation().navigate;

/** Whether the next View is loading. */
export const usePending = (): boolean => useStore(useNavigation().pending, false);

/** The link whose View is loading; "" when none is. */
export const usePendingLink = (): string => useStore(useNavigation().pendingLink, "");

export type LinkedView = {
  /** The last loaded View; it stays while the next one loads. */
  view: View | undefined;
  loading: boolean;
  failed: boolean;
  retry(): void;
};

type LoadResult = { link: string | undefined; view: View | undefined; failed: boolean };

const NO_RESULT: LoadResult = { link: undefined, view: undefined, failed: false };

/** Loads the View of another link than the displayed one; an undefined link loads nothing. */
export function useLinkedView(link: string | undefined): LinkedView {
  const { load } = useNavigation();
  const [result, setResult] = useState(NO_RESULT);

  useEffect(() => {
    if (link === undefined || result.link === link) return;
    let cancelled = false;
    const settle = (view: View | undefined) => {
      if (cancelled) return;
      setResult((before) => ({ link, view: view ?? before.view, failed: view === undefined }));
    };
    load(link).then(settle, () => settle(undefined));
    return () => {
      cancelled = true;
    };
  }, [link, load, result.link]);

  const settled = result.link === link;
  return {
    view: link === undefined ? undefined : result.view,
    loading: link !== undefined && !settled,
    failed: link !== undefined && settled && result.failed,
    retry: () => setResult((before) => ({ ...before, link: undefined, failed: false })),
  };
}
