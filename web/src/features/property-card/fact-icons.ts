import type { FactKey } from "../../generated/view.ts";
import type { IconName } from "../../ui/icon/icon.tsx";

const ICONS: Record<string, IconName> = {
  bedrooms: "bed",
  bathrooms: "bath",
  builtSize: "built",
  plotSize: "plot",
  terraceSize: "terrace",
  type: "key",
  delivery: "calendar",
  units: "grid",
};

/** The icon of a fact; undefined for a fact without one. */
export const factIcon = (key: FactKey): IconName | undefined => ICONS[key];
