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
  /** Adds a fragment that shows a part and returns its marker; undefined for an object that is no part. */
  add(object: object | undefined, key: string, render: () => string): string | undefined;
  /** Forgets the ids of the new fragments: the page is not sent. */
  discard(): void;
};

/** Creates the collectors of a worker's pages. Go forgets a fragment with its part. */
export function createFragmentLists(parts: PartTable): (marker: string) => FragmentList {
  const ids = new WeakMap<object, Map<string, number>>();
  let next = 0;
  const idsOf = (object: object) => {
    const known = ids.get(object) ?? new Map<string, number>();
    ids.set(object, known);
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
        const known = idsOf(object);
        let id = known.get(key);
        if (id === undefined) {
          const html = render();
          id = next++;
          known.set(key, id);
          undo.push(() => known.delete(key));
          result.added.push({ id, part, html });
        }
        result.order.push(id);
        return marker;
      },
      discard: () => undo.forEach((forget) => void forget()),
    };
  };
}
