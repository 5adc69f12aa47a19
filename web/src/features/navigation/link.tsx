import { type ComponentProps, type MouseEvent, useEffect, useRef } from "react";
import { visibleHref } from "./href.ts";
import { isHandledByBrowser } from "./link-click.ts";
import { useNavigation } from "./navigation.ts";
import { prefetchLink } from "./prefetch-link.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href" | "ref"> & {
  /** A link of this site, or any address. */
  link: string;
  /** Runs for plain clicks on internal links only, after the navigation has started. */
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  /** false keeps scroll and focus. */
  scroll?: boolean | undefined;
  /** false turns prefetching off. */
  prefetch?: boolean | undefined;
  /** Replaces the current history entry. */
  replace?: boolean | undefined;
};

/** An anchor; internal links navigate without a page load (routing §11). */
export function Link({
  link,
  scroll = true,
  prefetch = true,
  replace = false,
  target = "_self",
  onClick,
  children,
  ...rest
}: LinkProps) {
  const { navigate, onLinkClick, prefetcher, origins } = useNavigation();
  const anchor = useRef<HTMLAnchorElement>(null);
  const href = typeof link === "string" && link !== "" ? visibleHref(link, origins) : undefined;
  if (href === undefined) console.warn("link prop is required and must be a string");

  useEffect(() => {
    if (!prefetcher || !prefetch || href === undefined || !anchor.current) return;
    return prefetchLink(anchor.current, href, prefetcher);
  }, [prefetcher, prefetch, href]);

  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    if (href === undefined || isHandledByBrowser(event, href, target)) return;
    event.preventDefault();
    navigate(href, { scroll, replace });
    onLinkClick();
    onClick?.(event);
  };

  return (
    <a {...rest} ref={anchor} href={href} target={target} onClick={click}>
      {children}
    </a>
  );
}
