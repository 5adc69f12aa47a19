import { useMenuOpen } from "../features/menu/menu.ts";
import type { View } from "../generated/view.ts";

export function MobileMenu({ view }: { view: View }) {
  return useMenuOpen() ? <nav>{view.chrome.siteTitle}</nav> : null;
}
