import type { View } from "../generated/view.ts";

export function SiteFooter({ view }: { view: View }) {
  return <footer>{view.chrome.copyright}</footer>;
}
