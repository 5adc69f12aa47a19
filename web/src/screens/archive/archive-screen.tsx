import { PageHeader } from "../../chrome/page-header.tsx";
import { Instagram } from "../../features/instagram/instagram.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** ArchiveScreen is the blog, or the archive of a category, tag, author or date. */
export function ArchiveScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
      <Instagram feed={view.feed} />
    </>
  );
}
