import type { Anchor } from "../../generated/view.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { Link } from "./link.tsx";

/** The link from a selection to the full list; null when the editor set none. */
export const moreLink = (more: Anchor | undefined) =>
  more ? (
    <Link link={more.href} className={buttonClass({ variant: "text" })}>
      {more.text}
    </Link>
  ) : null;
