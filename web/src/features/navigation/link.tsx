import { type ComponentProps, type MouseEvent, useEffect, useRef } from "react";
import { visibleHref } from "./href.ts";
import { isLeftToBrowser } from "./link-click.ts";
import { useNavigation } from "./navigation.ts";
import { watchLink } from "./watch-link.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href" | "ref"> & {
  /** Where it leads: a link of this site, or any address. */
  link: string;
  /** Called for plain clicks on internal links only, after the navigation has begun. */
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  /** false keeps scroll and focus where they are. */
  scroll?: boolean | number | undefined;
  /** false never fetches it before it is clicked. */
  prefetch?: boolean | undefined;
  /** Puts the link in place of the present history entry. */
  replace?: boolean | undefined;
};

/** A link as routing §11 wants it: internal ones change the view without a page load. */
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
  const { navigate, clicked, prefetcher, origins } = useNavigation();
  const anchor = useRef<HTMLAnchorElement>(null);
  const href = typeof link === "string" && link !== "" ? visibleHref(link, origins) : undefined;
  if (href === undefined) console.warn("link prop is required and must be a string");

  useEffect(() => {
    if (!prefetcher || !prefetch || href === undefined || !anchor.current) return;
    return watchLink(anchor.current, href, prefetcher);
  }, [prefetcher, prefetch, href]);

  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    if (href === undefined || isLeftToBrowser(event, href, target)) return;
    event.preventDefault();
    navigate(href, { scroll, replace });
    clicked();
    onClick?.(event);
  };

  return (
    <a {...rest} ref={anchor} href={href} target={target} onClick={click}>
      {children}
    </a>
  );
}
