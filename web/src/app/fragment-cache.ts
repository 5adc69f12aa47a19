import type { Preload } from "../ui/picture/preload.ts";

/** A rendered fragment, or a rendered page. */
export type Rendered = {
  html: string;
  /** Its pictures of high priority in document order; undefined for one without AVIF renditions. */
  preloads: (Preload | undefined)[];
};

/** The fragments that show no part, by key, least recently used first. Go keeps the HTML of the others. */
export type FragmentCache = {
  get(key: string): Rendered | undefined;
  set(key: string, fragment: Rendered): void;
};

/** The default limit, in UTF-16 units of keys and HTML: 4 MB. */
const LIMIT = 2_000_000;

/** Creates a cache of at most limit UTF-16 units. */
export function createFragmentCache(limit = LIMIT): FragmentCache {
  const entries = new Map<string, Rendered>();
  let size = 0;
  const remove = (key: string, { html }: Rendered) => {
    entries.delete(key);
    size -= key.length + html.length;
  };
  return {
    get(key) {
      const fragment = entries.get(key);
      if (fragment === undefined) return undefined;
      entries.delete(key);
      entries.set(key, fragment);
      return fragment;
    },
    set(key, fragment) {
      const known = entries.get(key);
      if (known !== undefined) remove(key, known);
      entries.set(key, fragment);
      size += key.length + fragment.html.length;
      for (const [oldest, value] of entries) {
        if (size <= limit) break;
        remove(oldest, value);
      }
    },
  };
}
