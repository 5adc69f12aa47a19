import { type ComponentType, useEffect, useState } from "react";

/**
 * Loads a component when wanted becomes true; undefined until it has loaded. It is for optional
 * parts: a failed load is logged and renders nothing.
 */
export function useLazyComponent<P>(
  wanted: boolean,
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> | undefined {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  useEffect(() => {
    if (!wanted) return;
    let unmounted = false;
    load().then(
      (module) => {
        if (!unmounted) setLoaded(() => module.default);
      },
      (cause) => console.error(cause),
    );
    return () => {
      unmounted = true;
    };
  }, [wanted, load]);
  return wanted ? Loaded : undefined;
}
