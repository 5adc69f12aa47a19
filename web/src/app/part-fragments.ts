import type { Rendered } from "./fragment-cache.ts";
import type { PartTable } from "./view-parts.ts";

/** A fragment of a part that Go does not have yet. Go puts the HTML into pages (internal/site/ssr/splice.go). */
export type AddedFragment = { id: number; part: number; html: string };

/** A fragment whose HTML Go has, or gets with the page. */
export type SentFragment = Pick<Rendered, "preloads"> & { id: number };

/** Collects the fragments of one page. */
export type FragmentList = {
  readonly added: AddedFragment[];
  /** Adds a fragment that shows a part; undefined for an object that is no part. */
  add(object: object | undefined, key: string, render: () => Rendered): SentFragment | undefined;
  /** Forgets the ids of the new fragments: the page is not sent. */
  discard(): void;
};

/** Creates the collectors of a worker's pages. Go forgets a fragment with its part. */
export function createFragmentLists(parts: PartTable): () => FragmentList {
  const sent = new WeakMap<object, Map<string, SentFragment>>();
  let next = 0;
  const sentOf = (object: object) => {
    let known = sent.get(object);
    if (known === undefined) {
      known = new Map();
      sent.set(object, known);
    }
    return known;
  };
  return () => {
    const added: AddedFragment[] = [];
    const undo: (() => void)[] = [];
    return {
      added,
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
          added.push({ id: fragment.id, part, html });
        }
        return fragment;
      },
      discard: () => undo.forEach((forget) => void forget()),
    };
  };
}
