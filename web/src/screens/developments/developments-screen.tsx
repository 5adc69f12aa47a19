import { PageHeader } from "../../chrome/page-header.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** Developments: search results among new-build projects. */
export function DevelopmentsScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
    </>
  );
}
