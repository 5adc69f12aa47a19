import { type ComponentType, createContext, memo, type ReactElement, useContext } from "react";

/**
 * Takes the element of a fragment while the server renders a page; id names the component. The
 * returned placeholder stands in the page until the fragment's HTML replaces it.
 */
export type FragmentCollector = (id: number, props: object, element: ReactElement) => ReactElement;

/** Set while the server renders with a fragment cache, null in the browser. */
export const FragmentContext = createContext<FragmentCollector | null>(null);

let components = 0;

/**
 * Makes a component whose HTML the server renders once for equal props and keeps (fragment-cache.ts).
 * Its props are plain JSON. Its HTML depends on them and on the language alone: no useId, no context
 * besides translations and navigation, no preloaded picture. It begins and ends with an element.
 * uncached names the exceptions. The browser does not render it again while its props are equal.
 */
export function cachedFragment<P extends object>(
  Component: ComponentType<P>,
  uncached?: (props: P) => boolean,
): ComponentType<P> {
  const id = components++;
  function CachedFragment(props: P) {
    const collect = useContext(FragmentContext);
    const element = <Component {...props} />;
    return collect && !uncached?.(props) ? collect(id, props, element) : element;
  }
  const areEqual = (before: P, props: P) =>
    !uncached?.(before) && !uncached?.(props) && JSON.stringify(before) === JSON.stringify(props);
  return memo(CachedFragment, areEqual) as unknown as ComponentType<P>;
}
