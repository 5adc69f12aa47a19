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

/** factIcon is the drawing that goes with a figure; most have one. */
export const factIcon = (key: FactKey): IconName | undefined => ICONS[key];
