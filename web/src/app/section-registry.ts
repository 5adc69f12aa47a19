import type { ReactNode } from "react";
import type { SectionKind } from "../generated/view.ts";
import type { SectionProps } from "../lib/view-props.ts";

type SectionModule<K extends SectionKind> = { default: (props: SectionProps<K>) => ReactNode };

/** The dynamic import of every kind; the compiler reports a missing one. */
export type SectionLoaders = {
  [K in SectionKind]: () => Promise<SectionModule<K>>;
};

/** A section component of any kind; the registry's key says which. */
export type SectionComponent = (props: { section: never }) => ReactNode;

/** The section components by kind. */
export type SectionRegistry = {
  /** The component of a kind; undefined until it has loaded. */
  get(kind: SectionKind): SectionComponent | undefined;
  /** Whether this version has the kind. A kind of a later version renders nothing. */
  has(kind: SectionKind): boolean;
  /** Loads the missing components. It never rejects. */
  load(kinds: readonly SectionKind[]): Promise<void>;
  /** Loads the missing components when the browser is idle. */
  loadWhenIdle(kinds: readonly SectionKind[]): void;
  /** The load that loadWhenIdle started; undefined when none is pending. It never rejects. */
  pending(kind: SectionKind): Promise<void> | undefined;
  /** Resolves when no load of loadWhenIdle is pending; undefined when none is. */
  settled(): Promise<unknown> | undefined;
};
