import { useCallback, useSyncExternalStore } from "react";

/** True where a media query holds. The server and the first render answer false. */
export function useMediaQuery(query: string): boolean {
  const watch = useCallback(
    (notify: () => void) => {
      const list = listOf(query);
      list?.addEventListener("change", notify);
      return () => list?.removeEventListener("change", notify);
    },
    [query],
  );
  return useSyncExternalStore(
    watch,
    () => listOf(query)?.matches ?? false,
    () => false,
  );
}

const listOf = (query: string): MediaQueryList | undefined =>
  typeof window.matchMedia === "function" ? window.matchMedia(query) : undefined;
