import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** Whether the server renders the component, or has rendered it for this document. It never changes. */
export function useFromServer(): boolean {
  // React calls the third function on the server and during hydration, else the second one. They return
  // the same: a difference would render again at once, for all components in one long task.
  let fromServer = false;
  useSyncExternalStore(
    subscribe,
    () => null,
    () => {
      fromServer = true;
      return null;
    },
  );
  return useState(fromServer)[0];
}

/**
 * False on the server and while its HTML is hydrated, then true. Values of the browser may render only
 * then. True from the first render in what the server did not render.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(!useFromServer());
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}
