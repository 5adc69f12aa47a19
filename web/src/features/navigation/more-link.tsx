import type { Anchor } from "../../generated/view.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { Link } from "./link.tsx";

/** moreLink leads from some to all of them; null where an editor wants no such link. */
export const moreLink = (more: Anchor | undefined) =>
  more ? (
    <Link link={more.href} className={buttonClass({ variant: "text" })}>
      {more.text}
    </Link>
  ) : null;
