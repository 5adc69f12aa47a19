import { keepPreviousData, QueryClient, useQuery } from "@tanstack/react-query";
import { ApiProblem, call } from "./call.ts";

/** The answers of GET calls, by path. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => call("GET", String(queryKey[0]), undefined, { signal }),
      staleTime: 10_000,
      // What the server refused it refuses again.
      retry: (failures, error) => !(error instanceof ApiProblem) && failures < 2,
      networkMode: "always",
    },
  },
});

export type GetOptions = {
  /** The answer of the path before stays until the new one is there. */
  keep?: boolean;
  /** Asks again in this time (ms). */
  every?: number;
  /** Asks nothing. */
  off?: boolean;
};

/** The answer of GET /studio/api/{path}. */
export function useGet<T>(path: string, options: GetOptions = {}) {
  return useQuery<T>({
    queryKey: [path],
    enabled: !options.off,
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
    ...(options.every ? { refetchInterval: options.every } : {}),
  });
}

/** Loads again what begins with one of the paths, because a change has made it old. */
export function reload(...paths: string[]): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)),
  });
}
