import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import type { EnergyLabel } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { Energy } from "./energy.tsx";

/** The text without the graphical scale. */
function textOf(energy: EnergyLabel): string[] {
  const { container } = render(<Energy energy={energy} />, { wrapper: withTranslations("en") });
  for (const bars of container.querySelectorAll("ol")) bars.remove();
  return [...container.querySelectorAll("p, h3")].map((element) => element.textContent ?? "");
}

test.each<[string, Partial<EnergyLabel>, string[]]>([
  [
    "all values",
    { consumption: "B", consumptionValue: "48 kWh/m²", emissions: "A", emissionsValue: "9 kg" },
    ["Energy consumption", "B · 48 kWh/m²", "CO₂ emissions", "A · 9 kg"],
  ],
  ["classes only", { consumption: "B", emissions: "" }, ["Energy consumption", "B"]],
  [
    "a figure without a class",
    { consumptionValue: "48 kWh/m²", emissions: "C" },
    ["Energy consumption", "48 kWh/m²", "CO₂ emissions", "C"],
  ],
  ["a status only", { status: "Certificate in process" }, ["Certificate in process"]],
])("a certificate with %s", (_, energy, want) => {
  expect(textOf({ status: "Energy certificate", ...energy })).toEqual(want);
});
