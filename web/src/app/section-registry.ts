import type { ReactNode } from "react";
import type { SectionKind } from "../generated/view.ts";
import type { SectionProps } from "../lib/section.ts";

/** How to load the component of every kind: complete, or it does not compile. */
export type SectionLoaders = {
  [K in SectionKind]: () => Promise<{ default: (props: SectionProps<K>) => ReactNode }>;
};

/** A component whose kind is known to fit its section: the registry is keyed by kind. */
export type AnySection = (props: { section: never }) => ReactNode;

/** Where App takes the components of sections from. */
export type Sections = {
  get(kind: SectionKind): AnySection | undefined;
  /** Whether there is such a section at all: a kind of a later version draws nothing. */
  knows(kind: SectionKind): boolean;
  /** Loads what get lacks. It settles however loading ends. */
  load(kinds: readonly SectionKind[]): Promise<void>;
  /** Loads once the browser has nothing better to do; who draws one of them meanwhile waits for it. */
  loadLater(kinds: readonly SectionKind[]): void;
  /** Settles when a section that loadLater was told of has been loaded, or could not be. */
  waiting(kind: SectionKind): Promise<void> | undefined;
  /** Settles when none is waited for any more; undefined where none is. */
  settled(): Promise<unknown> | undefined;
};
