import { PageHeader } from "../../chrome/page-header.tsx";
import { Instagram } from "../../features/instagram/instagram.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** Archive: the blog, a category, a tag, an author, a date. */
export function ArchiveScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
      <Instagram feed={view.feed} />
    </>
  );
}
