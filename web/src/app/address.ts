/** The default prefix of reserved request options (routing §1.5). */
const RESERVED_PREFIX = "frontity_";

/** Splits a link into path with query, and hash with its sign. */
export function splitHash(link: string): [link: string, hash: string] {
  const at = link.indexOf("#");
  return at < 0 ? [link, ""] : [link.slice(0, at), link.slice(at)];
}

/**
 * The address after start-up (routing §10.3): the server's path, the address's query without
 * reserved keys, the hash.
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

/** Resolves a link against base to path, query and hash; null for another origin. */
export function resolveLink(link: string, base: string): string | null {
  if (!URL.canParse(link, base)) return null;
  const url = new URL(link, base);
  return url.origin === new URL(base).origin ? url.pathname + url.search + url.hash : null;
}
