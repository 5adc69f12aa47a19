import type { ReactNode } from "react";
import type { Section, SectionKind, View } from "../generated/view.ts";

/** What the component of a section receives: src/sections/<kind>/<kind>.tsx. */
export type SectionProps<K extends SectionKind> = { section: Extract<Section, { kind: K }> };

/** What a screen receives: the view, and its sections already drawn. */
export type ScreenProps = { view: View; children: ReactNode };
