import { PageHeader } from "../../chrome/page-header.tsx";
import type { ScreenProps } from "../../lib/view-props.ts";

/** Error: a page that is not there, or an answer that failed. */
export function ErrorScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
    </>
  );
}
