import { PageHeader } from "../../chrome/page-header.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** Page: whatever an editor composed. */
export function PageScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
    </>
  );
}
