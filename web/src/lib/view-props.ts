import type { ReactNode } from "react";
import type { Section, SectionKind, View } from "../generated/view.ts";

/** The props of a section's component, src/sections/<kind>/<kind>.tsx. */
export type SectionProps<K extends SectionKind> = { section: Extract<Section, { kind: K }> };

/** The props of a screen: the view, and its rendered sections. */
export type ScreenProps = { view: View; children: ReactNode };
