/** The HTML of fragments by key, least recently used first. Those of parts are kept by Go. */
export type FragmentCache = {
  get(key: string): string | undefined;
  set(key: string, html: string): void;
};

/** The default limit, in UTF-16 units of keys and HTML: 4 MB. */
const LIMIT = 2_000_000;

/** Creates a cache of at most limit UTF-16 units. */
export function createFragmentCache(limit = LIMIT): FragmentCache {
  const entries = new Map<string, string>();
  let size = 0;
  const remove = (key: string, html: string) => {
    entries.delete(key);
    size -= key.length + html.length;
  };
  return {
    get(key) {
      const html = entries.get(key);
      if (html === undefined) return undefined;
      entries.delete(key);
      entries.set(key, html);
      return html;
    },
    set(key, html) {
      const known = entries.get(key);
      if (known !== undefined) remove(key, known);
      entries.set(key, html);
      size += key.length + html.length;
      for (const [oldest, value] of entries) {
        if (size <= limit) break;
        remove(oldest, value);
      }
    },
  };
}
