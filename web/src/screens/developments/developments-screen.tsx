import { PageHeader } from "../../chrome/page-header.tsx";
import { SearchPanelContext } from "../../features/search-panel/active-filters.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** DevelopmentsScreen is a search for developments. */
export function DevelopmentsScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      <SearchPanelContext value={view.header.search}>{children}</SearchPanelContext>
    </>
  );
}
