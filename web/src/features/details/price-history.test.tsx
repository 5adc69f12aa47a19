import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { withTranslations } from "../../test/translations.tsx";
import { PriceHistory } from "./price-history.tsx";

test("the price history is a chart for the eye and a table for everyone", () => {
  const { container } = render(
    <PriceHistory
      history={{
        reduced: "Reduced on 3 May 2026",
        entries: [
          { date: "1 March 2025", isoDate: "2025-03-01", price: "1.400.000 €", x: 0, y: 1 },
          { date: "3 May 2026", isoDate: "2026-05-03", price: "1.250.000 €", x: 1, y: 0 },
        ],
      }}
    />,
    { wrapper: withTranslations("en") },
  );
  expect(screen.getByText("Reduced on 3 May 2026")).toBeTruthy();
  expect(screen.getAllByRole("row")).toHaveLength(3);
  expect(screen.getByRole("rowheader", { name: "3 May 2026" })).toBeTruthy();
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  expect(container.querySelector("path")?.getAttribute("d")).toBe("M10 10H570V150H600");
});
