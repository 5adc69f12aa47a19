/** The addresses of this site and its CMS. Without them every link is used unchanged. */
export type Origins = { site?: string | undefined; cms?: string | undefined };

/** The parts of an absolute address: host with port, path, and query with hash. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)([^?#]*)(.*)$/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/**
 * The href of a link (routing §11.1): an address below the CMS's folder becomes the same
 * below the site's folder. A bare anchor gets the path "/".
 */
export function visibleHref(link: string, { site, cms }: Origins): string {
  if (link.startsWith("#")) return `/${link}`;
  if (!cms) return link;
  const [, host, path = "", rest = ""] = ABSOLUTE.exec(link) ?? [];
  const [, cmsHost, cmsPath = ""] = ABSOLUTE.exec(cms) ?? [];
  if (!cmsHost || host?.toLowerCase() !== cmsHost.toLowerCase()) return link;
  const folder = withoutFinalSlash(cmsPath);
  if (path !== folder && !path.startsWith(`${folder}/`)) return link;
  const [, , sitePath = ""] = ABSOLUTE.exec(site ?? "") ?? [];
  return `${withoutFinalSlash(sitePath)}${path.slice(folder.length) || "/"}${rest}`;
}

/** Whether a link leaves the site (routing §11.2): it has a scheme, or a host. */
export const isExternal = (link: string): boolean => SCHEME.test(link) || link.startsWith("//");

/** Whether a link leads to a picture, film, sound or document of this site, not to a page. */
export const isFile = (link: string): boolean => link.startsWith("/media/");

const withoutFinalSlash = (path: string): string => path.replace(/\/+$/, "");
