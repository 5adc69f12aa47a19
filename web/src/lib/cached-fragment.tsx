import { type ComponentType, createContext, memo, type ReactElement, useContext } from "react";

/** A fragment of the page that the server renders. */
export type Fragment = {
  /** The number of its component. */
  component: number;
  /** The object of the View that it shows, if the component names one. */
  part: object | undefined;
  /** All else that its HTML depends on, besides the language. Plain JSON. */
  rest: unknown;
  element: ReactElement;
};

/**
 * Takes a fragment while the server renders a page. The returned placeholder stands in the page
 * until the fragment's HTML replaces it.
 */
export type FragmentCollector = (fragment: Fragment) => ReactElement;

/** Set while the server renders with a fragment cache, null in the browser. */
export const FragmentContext = createContext<FragmentCollector | null>(null);

export type FragmentOptions<P> = {
  /** The prop that is an object of the View, such as a card: its HTML is found by the object. */
  part?: keyof P;
  /**
   * What the HTML depends on besides the part; by default all other props. A component with this
   * option may have functions as props, and the browser renders it again with its parent.
   */
  rest?: (props: P) => unknown;
  /** The props with which the fragment is rendered as a part of its page. */
  uncached?: (props: P) => boolean;
};

let components = 0;

/**
 * Makes a component whose HTML the server renders once for equal props and keeps (fragment-cache.ts).
 * Its props are plain JSON. Its HTML depends on them and on the language alone: no useId, no context
 * besides translations, navigation and preloads. It begins and ends with an element.
 * The browser does not render it again while its props are equal.
 */
export function cachedFragment<P extends object>(
  Component: ComponentType<P>,
  options: FragmentOptions<P> = {},
): ComponentType<P> {
  const component = components++;
  const { part, rest, uncached } = options;
  function CachedFragment(props: P) {
    const collect = useContext(FragmentContext);
    const element = <Component {...props} />;
    if (!collect || uncached?.(props)) return element;
    return collect({
      component,
      part: part && (props[part] as object),
      rest: rest ? rest(props) : { ...props, ...(part && { [part]: undefined }) },
      element,
    });
  }
  if (rest) return CachedFragment;
  const areEqual = (before: P, props: P) =>
    !uncached?.(before) && !uncached?.(props) && JSON.stringify(before) === JSON.stringify(props);
  return memo(CachedFragment, areEqual) as unknown as ComponentType<P>;
}
