import { PageHeader } from "../../chrome/page-header.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** Properties: search results, a listing page, a city. */
export function PropertiesScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
    </>
  );
}
