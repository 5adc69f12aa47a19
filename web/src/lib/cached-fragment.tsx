import {
  type ComponentType,
  createContext,
  memo,
  type ReactElement,
  type ReactNode,
  useContext,
} from "react";

/** A fragment of the page that the server renders. */
export type Fragment = {
  /** The number of its component. */
  component: number;
  /** The object of the View that it shows; "chrome" is the chrome of the View. */
  part: object | "chrome" | undefined;
  /** All else that its HTML depends on, besides the language. */
  rest: string;
  render: () => ReactElement;
};

/**
 * Takes consecutive fragments while the server renders a page. The returned placeholder stands in the
 * page until their HTML replaces it.
 */
export type FragmentCollector = (fragments: Fragment[]) => ReactElement;

/** Set while the server renders with a fragment cache, null in the browser. */
export const FragmentContext = createContext<FragmentCollector | null>(null);

export type FragmentOptions<P> = {
  /** The prop that is an object of the View, such as a card: its HTML is found by the object. */
  part?: keyof P;
  /** All props besides those of rest are equal on all pages with the same chrome: its HTML is found by the chrome. */
  ofChrome?: boolean;
  /** What the HTML depends on besides part and chrome; by default the JSON of all other props, for ofChrome nothing. */
  rest?: (props: P) => string;
  /** Some props are functions: the browser renders the component again with its parent. */
  functions?: boolean;
  /** The props with which the fragment is rendered as a part of its page. */
  uncached?: (props: P) => boolean;
};

let components = 0;

/**
 * Makes a component whose HTML the server renders once for equal props and keeps (fragment-cache.ts).
 * Its props are plain JSON. Its HTML depends on them and on the language alone: no useId, no context
 * besides translations, navigation and preloads. It begins and ends with an element. A test checks each
 * (test/fragment-check.test.tsx).
 * The browser does not render it again while its props are equal.
 */
export function cachedFragment<P extends object>(
  Component: ComponentType<P>,
  { part, ofChrome, rest, functions, uncached }: FragmentOptions<P> = {},
): ComponentType<P> {
  const component = components++;
  const otherProps = (props: P) =>
    ofChrome ? "" : JSON.stringify(part ? { ...props, [part]: undefined } : props);
  const restOf = rest ?? otherProps;
  function CachedFragment(props: P) {
    const collect = useContext(FragmentContext);
    const render = () => <Component {...props} />;
    if (!collect || uncached?.(props)) return render();
    const shown = ofChrome ? "chrome" : part && (props[part] as object);
    return collect([{ component, part: shown, rest: restOf(props), render }]);
  }
  // The server renders each once: memo would only be one more component.
  if (functions || import.meta.env.SSR) return CachedFragment;
  const areEqual = (before: P, props: P) =>
    !uncached?.(before) && !uncached?.(props) && JSON.stringify(before) === JSON.stringify(props);
  return memo(CachedFragment, areEqual) as unknown as ComponentType<P>;
}

export type ListOptions<T, P> = {
  /** Renders an item with a key. Its HTML is that of a cached fragment which shows the item. */
  render: (item: T, index: number, props: P) => ReactElement;
  /** What the HTML of an item depends on besides the item. */
  rest: (item: T, index: number, props: P) => string;
  /** The props with which the list is rendered as a part of its page. */
  uncached?: (props: P) => boolean;
};

/** Makes a component that renders the objects of a list. The server finds the HTML of each by the object. */
export function cachedList<T extends object, P extends { items: T[] }>({
  render,
  rest,
  uncached,
}: ListOptions<T, P>): (props: P) => ReactNode {
  const component = components++;
  // biome-ignore lint/correctness/noComponentHookFactories: modules call it once, when they are loaded
  function CachedList(props: P) {
    const collect = useContext(FragmentContext);
    const { items } = props;
    if (!collect || uncached?.(props))
      return items.map((item, index) => render(item, index, props));
    return collect(
      items.map((item, index) => ({
        component,
        part: item,
        rest: rest(item, index, props),
        render: () => render(item, index, props),
      })),
    );
  }
  return CachedList;
}
