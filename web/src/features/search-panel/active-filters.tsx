import { createContext, useContext } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { Chips } from "./chips.tsx";

/** The search panel of a page of results, for its list. */
export const SearchPanelContext = createContext<SearchPanel | undefined>(undefined);

export type ActiveFiltersProps = { className?: string | undefined };

/** ActiveFilters are the chips and hints of the page's search panel; nothing without a panel. */
export function ActiveFilters({ className }: ActiveFiltersProps) {
  const panel = useContext(SearchPanelContext);
  return panel ? <Chips panel={panel} className={className} /> : null;
}
