import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** False on the server and in the first render, then true. Values of the browser may render only then. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
