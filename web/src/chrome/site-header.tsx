import { Link } from "../features/navigation/link.tsx";
import type { View } from "../generated/view.ts";

export function SiteHeader({ view }: { view: View }) {
  return (
    <header>
      <Link link={view.chrome.home}>{view.chrome.siteTitle}</Link>
    </header>
  );
}
