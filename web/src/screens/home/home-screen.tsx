import { PageHeader } from "../../chrome/page-header.tsx";
import type { ScreenProps } from "../../lib/section.ts";

/** Home: its opening section draws the title itself. */
export function HomeScreen({ view, children }: ScreenProps) {
  return (
    <>
      <PageHeader view={view} />
      {children}
    </>
  );
}
