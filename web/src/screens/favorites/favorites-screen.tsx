import { PageHeader } from "../../chrome/page-header.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** Favorites: the saved homes. */
export function FavoritesScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
    </>
  );
}
