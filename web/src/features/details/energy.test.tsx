import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import type { EnergyLabel } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { Energy } from "./energy.tsx";

/** What is read, the drawn scale aside. */
function read(energy: EnergyLabel): string[] {
  const { container } = render(<Energy energy={energy} />, { wrapper: withTranslations("en") });
  for (const bars of container.querySelectorAll("ol")) bars.remove();
  return [...container.querySelectorAll("p, h3")].map((element) => element.textContent ?? "");
}

test.each<[string, Partial<EnergyLabel>, string[]]>([
  [
    "all of it",
    { consumption: "B", consumptionValue: "48 kWh/m²", emissions: "A", emissionsValue: "9 kg" },
    ["Energy consumption", "B · 48 kWh/m²", "CO₂ emissions", "A · 9 kg"],
  ],
  ["classes alone", { consumption: "B", emissions: "" }, ["Energy consumption", "B"]],
  [
    "a figure without a class",
    { consumptionValue: "48 kWh/m²", emissions: "C" },
    ["Energy consumption", "48 kWh/m²", "CO₂ emissions", "C"],
  ],
  ["none yet", { status: "Certificate in process" }, ["Certificate in process"]],
])("a certificate with %s", (_, energy, want) => {
  expect(read({ status: "Energy certificate", ...energy })).toEqual(want);
});
