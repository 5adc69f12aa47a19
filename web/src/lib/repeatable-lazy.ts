import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * Returns a function that returns a lazy component: the same one until its load fails, then another one,
 * because React keeps a failure. Keep the component in a state outside the error boundary, and set it when
 * the visitor retries: React renders anew what failed, and would load again and again.
 */
export function repeatableLazy<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): () => LazyExoticComponent<ComponentType<P>> {
  const create = () =>
    lazy(() =>
      load().catch((cause: unknown) => {
        current = create();
        throw cause;
      }),
    );
  let current = create();
  return () => current;
}
