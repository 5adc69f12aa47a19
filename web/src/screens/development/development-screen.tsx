import { PageHeader } from "../../chrome/page-header.tsx";
import type { ScreenProps } from "../../lib/section.ts";

/** Development: one new-build project. */
export function DevelopmentScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
    </>
  );
}
