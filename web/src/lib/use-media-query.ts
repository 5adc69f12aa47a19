import { useCallback, useSyncExternalStore } from "react";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Whether a media query matches; false on the server and while its HTML is hydrated. What the query
 * then changes renders in slices, not in the task that ends the hydration.
 */
export function useMediaQuery(query: string): boolean {
  const hydrated = useHydrated();
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = mediaQueryList(query);
      list?.addEventListener("change", listener);
      return () => list?.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => hydrated && (mediaQueryList(query)?.matches ?? false),
    () => false,
  );
}

const mediaQueryList = (query: string): MediaQueryList | undefined =>
  typeof window.matchMedia === "function" ? window.matchMedia(query) : undefined;
