import { PageHeader } from "../../chrome/page-header.tsx";
import { SearchPanelContext } from "../../features/search-panel/active-filters.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** PropertiesScreen is a search, a listing page or a city page. */
export function PropertiesScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      <SearchPanelContext value={view.header.search}>{children}</SearchPanelContext>
    </>
  );
}
