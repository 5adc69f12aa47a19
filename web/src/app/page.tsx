import { memo } from "react";
import type { View } from "../generated/view.ts";
import { screens } from "./screens.ts";
import { SectionList } from "./section-list.tsx";
import type { SectionRegistry } from "./section-registry.ts";

export type PageProps = { view: View; sections: SectionRegistry };

/** The screen of a view with its sections. */
export const Page = memo(function Page({ view, sections }: PageProps) {
  const Screen = screens[view.screen];
  return (
    <Screen key={view.screen} view={view}>
      <SectionList view={view} sections={sections} />
    </Screen>
  );
});
