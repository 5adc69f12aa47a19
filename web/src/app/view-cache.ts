import { QueryClient } from "@tanstack/react-query";
import type { View, ViewResponse } from "../generated/view.ts";
import { timing } from "../lib/timing.ts";
import { fetchView, ViewResponseError } from "./fetch-view.ts";

/** Retries after a network error. A response without a view is not retried. */
const MAX_RETRIES = 2;

/** The cache of views and redirects by link. Concurrent fetches of a link are coalesced. */
export type ViewCache = {
  /** Returns the cached answer of a link, or fetches it. allowStale accepts an expired one, for back and forward. */
  fetch(link: string, allowStale?: boolean): Promise<ViewResponse>;
  /** fetch before the visitor asks. */
  prefetch(link: string): Promise<ViewResponse>;
  /** Whether the answer of a link is cached and fresh, or in flight. */
  has(link: string): boolean;
  /** Stores a view under its own link. */
  set(view: View): void;
  /** Aborts the fetch of a link. */
  cancel(link: string): void;
};

const key = (link: string) => ["view", link] as const;

export function createViewCache(fetcher = fetchView): ViewCache {
  const client = new QueryClient({
    defaultOptions: {
      queries: { gcTime: timing.viewCacheTime, refetchOnWindowFocus: false, networkMode: "always" },
    },
  });

  const load = async (link: string, allowStale: boolean, isPrefetch: boolean) => {
    const answer = await client.fetchQuery({
      queryKey: key(link),
      queryFn: ({ signal }) => fetcher(link, signal, isPrefetch),
      staleTime: (query) => (allowStale ? timing.viewCacheTime : staleTime(query.state.data)),
      retry: (count, error) => count < MAX_RETRIES && !(error instanceof ViewResponseError),
      retryDelay: (count) => 400 * 2 ** count,
    });
    if (answer.view && answer.view.link !== link)
      client.setQueryData(key(answer.view.link), answer);
    return answer;
  };

  return {
    fetch: (link, allowStale = false) => load(link, allowStale, false),
    prefetch: (link) => load(link, false, true),
    has(link) {
      const state = client.getQueryState<ViewResponse>(key(link));
      if (!state) return false;
      if (state.fetchStatus === "fetching") return true;
      return state.data !== undefined && Date.now() - state.dataUpdatedAt < staleTime(state.data);
    },
    set: (view) => void client.setQueryData<ViewResponse>(key(view.link), { view }),
    cancel: (link) => void client.cancelQueries({ queryKey: key(link) }),
  };
}

/** How long an answer is fresh, in ms. Previews and server errors are always fetched again. */
function staleTime(answer: ViewResponse | undefined): number {
  if (!answer) return 0;
  if (answer.view && (answer.view.preview || answer.view.status >= 500)) return 0;
  return timing.viewStaleTime;
}
