/** The default prefix of reserved request options (routing §1.5). */
const RESERVED_PREFIX = "frontity_";

/** A link without its hash, and the hash. */
export function splitHash(link: string): [link: string, hash: string] {
  const at = link.indexOf("#");
  return at < 0 ? [link, ""] : [link.slice(0, at), link.slice(at)];
}

/**
 * What the address bar shows once the page has started (routing §10.3): the path as the
 * server spells it, the query of the address without reserved keys, the hash.
 */
export function startAddress(
  location: { search: string; hash: string },
  link: string,
  prefix = RESERVED_PREFIX,
): string {
  const path = link.split(/[?#]/, 1)[0] ?? "/";
  const kept = location.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !pair.startsWith(prefix));
  return path + (kept.length > 0 ? `?${kept.join("&")}` : "") + location.hash;
}

/** Resolves a link against the page, as a browser would: path, query and hash; null for another host. */
export function resolveLink(link: string, base: string): string | null {
  if (!URL.canParse(link, base)) return null;
  const url = new URL(link, base);
  return url.origin === new URL(base).origin ? url.pathname + url.search + url.hash : null;
}
