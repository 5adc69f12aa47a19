import type { Anchor } from "../../generated/view.ts";
import { Link } from "./link.tsx";

export type LinkListProps = {
  links: Anchor[];
  className: string | undefined;
  linkClassName: string | undefined;
};

/** A list of links; the link of the current page has aria-current. */
export function LinkList({ links, className, linkClassName }: LinkListProps) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.href + link.text}>
          <Link
            link={link.href}
            className={linkClassName}
            aria-current={link.current ? "page" : undefined}
          >
            {link.text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
