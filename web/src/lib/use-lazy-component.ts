import { type ComponentType, useEffect, useState } from "react";

/**
 * A component that is fetched once it is wanted, undefined until then. A page is complete without
 * it: when its chunk does not come, nothing is shown in its place.
 */
export function useLazyComponent<P>(
  wanted: boolean,
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> | undefined {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    load().then(
      (module) => {
        if (!left) setLoaded(() => module.default);
      },
      (cause) => console.error(cause),
    );
    return () => {
      left = true;
    };
  }, [wanted, load]);
  return wanted ? Loaded : undefined;
}
