import { PageHeader } from "../../chrome/page-header.tsx";
import { Instagram } from "../../features/instagram/instagram.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** HomeScreen is the home page; its home section renders the title. */
export function HomeScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
      <Instagram feed={view.feed} />
    </>
  );
}
