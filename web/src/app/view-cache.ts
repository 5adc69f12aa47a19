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

type Answer = { answer: ViewResponse; at: number };
type Request = { promise: Promise<ViewResponse>; controller: AbortController };

export function createViewCache(fetcher = fetchView): ViewCache {
  const answers = new Map<string, Answer>();
  const requests = new Map<string, Request>();

  const set = (link: string, answer: ViewResponse) => {
    const now = Date.now();
    for (const [old, { at }] of answers) if (now - at >= timing.viewCacheTime) answers.delete(old);
    answers.set(link, { answer, at: now });
  };

  const cached = (link: string, allowStale: boolean) => {
    const known = answers.get(link);
    const lifetime = known && (allowStale ? timing.viewCacheTime : staleTime(known.answer));
    return known && Date.now() - known.at < (lifetime ?? 0) ? known.answer : undefined;
  };

  const request = async (link: string, { signal }: AbortController, isPrefetch: boolean) => {
    for (let retries = 0; ; retries++) {
      try {
        const answer = await fetcher(link, signal, isPrefetch);
        signal.throwIfAborted();
        set(link, answer);
        if (answer.view && answer.view.link !== link) set(answer.view.link, answer);
        return answer;
      } catch (error) {
        if (signal.aborted || error instanceof ViewResponseError || retries === MAX_RETRIES)
          throw error;
        await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** retries));
        signal.throwIfAborted();
      }
    }
  };

  const load = async (link: string, allowStale: boolean, isPrefetch: boolean) => {
    const answer = cached(link, allowStale);
    if (answer) return answer;
    const running = requests.get(link);
    if (running) return running.promise;
    const controller = new AbortController();
    const promise = request(link, controller, isPrefetch).finally(() => {
      if (requests.get(link)?.controller === controller) requests.delete(link);
    });
    requests.set(link, { promise, controller });
    return promise;
  };

  return {
    fetch: (link, allowStale = false) => load(link, allowStale, false),
    prefetch: (link) => load(link, false, true),
    has: (link) => requests.has(link) || cached(link, false) !== undefined,
    set: (view) => set(view.link, { view }),
    cancel(link) {
      requests.get(link)?.controller.abort();
      requests.delete(link);
    },
  };
}

/** How long an answer is fresh, in ms. Previews and server errors are always fetched again. */
function staleTime({ view }: ViewResponse): number {
  return view && (view.preview || view.status >= 500) ? 0 : timing.viewStaleTime;
}
