import type { Rendered } from "./fragment-cache.ts";
import type { PartTable } from "./view-parts.ts";

/**
 * The fragments of parts in a page. Go keeps their HTML and puts it in place of the markers
 * (internal/ssr/splice.go).
 */
export type PartFragments = {
  /** Stands in the page for each fragment. */
  marker: string;
  /** The ids of the page's fragments in order. */
  order: number[];
  /** The fragments that Go does not have yet. */
  added: { id: number; part: number; html: string }[];
};

/** Collects the fragments of one page. */
export type FragmentList = {
  readonly result: PartFragments;
  /**
   * Adds a fragment that shows a part and returns it with its marker as HTML; undefined for an object
   * that is no part.
   */
  add(object: object | undefined, key: string, render: () => Rendered): Rendered | undefined;
  /** Forgets the ids of the new fragments: the page is not sent. */
  discard(): void;
};

/** A fragment whose HTML Go has. */
type Sent = Pick<Rendered, "preloads"> & { id: number };

/** Creates the collectors of a worker's pages. Go forgets a fragment with its part. */
export function createFragmentLists(parts: PartTable): (marker: string) => FragmentList {
  const sent = new WeakMap<object, Map<string, Sent>>();
  let next = 0;
  const sentOf = (object: object) => {
    const known = sent.get(object) ?? new Map<string, Sent>();
    sent.set(object, known);
    return known;
  };
  return (marker) => {
    const result: PartFragments = { marker, order: [], added: [] };
    const undo: (() => void)[] = [];
    return {
      result,
      add(object, key, render) {
        const part = object && parts.numberOf(object);
        if (object === undefined || part === undefined) return undefined;
        const known = sentOf(object);
        let fragment = known.get(key);
        if (fragment === undefined) {
          const { html, preloads } = render();
          fragment = { id: next++, preloads };
          known.set(key, fragment);
          undo.push(() => known.delete(key));
          result.added.push({ id: fragment.id, part, html });
        }
        result.order.push(fragment.id);
        return { html: marker, preloads: fragment.preloads };
      },
      discard: () => undo.forEach((forget) => void forget()),
    };
  };
}
