import { QueryClient } from "@tanstack/react-query";
import type { Answer, View } from "../generated/view.ts";
import { timing } from "../lib/timing.ts";
import { AnswerError, fetchAnswer } from "./fetch-answer.ts";

/** A visitor with an unsteady network is tried again, twice; an answer without a view is not. */
const RETRIES = 2;

/** The cache of answers by link: one fetch however many ask, kept for a while. */
export type Views = {
  /** The answer of a link; again: one that was drawn before is drawn again as it was. */
  ask(link: string, again?: boolean): Promise<Answer>;
  /** Whether the answer of a link is here and fresh, or on its way. */
  isKnown(link: string): boolean;
  /** Keeps a view under its own link: the page's first view, or one asked for under another spelling. */
  keep(view: View): void;
  /** Stops a fetch that nobody waits for any more. */
  cancel(link: string): void;
};

const key = (link: string) => ["answer", link] as const;

export function createViews(fetcher = fetchAnswer): Views {
  const client = new QueryClient({
    defaultOptions: {
      queries: { gcTime: timing.viewKept, refetchOnWindowFocus: false, networkMode: "always" },
    },
  });

  return {
    ask: async (link, again = false) => {
      const answer = await client.fetchQuery({
        queryKey: key(link),
        queryFn: ({ signal }) => fetcher(link, signal),
        staleTime: (query) => (again ? timing.viewKept : freshFor(query.state.data)),
        retry: (count, error) => count < RETRIES && !(error instanceof AnswerError),
        retryDelay: (count) => 400 * 2 ** count,
      });
      if (answer.view && answer.view.link !== link)
        client.setQueryData(key(answer.view.link), answer);
      return answer;
    },
    isKnown(link) {
      const state = client.getQueryState<Answer>(key(link));
      if (!state) return false;
      if (state.fetchStatus === "fetching") return true;
      return state.data !== undefined && Date.now() - state.dataUpdatedAt < freshFor(state.data);
    },
    keep: (view) => void client.setQueryData<Answer>(key(view.link), { view }),
    cancel: (link) => void client.cancelQueries({ queryKey: key(link) }),
  };
}

/** Drafts and failures of the server are never drawn from memory. */
function freshFor(answer: Answer | undefined): number {
  if (!answer) return 0;
  if (answer.view && (answer.view.preview || answer.view.status >= 500)) return 0;
  return timing.viewStale;
}
