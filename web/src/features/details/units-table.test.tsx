import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Unit } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { UnitsTable } from "./units-table.tsx";

const unit = (name: string, changes: Partial<Unit> = {}): Unit => ({
  name,
  type: "Apartment",
  floor: "1",
  beds: "3",
  baths: "2",
  built: "158 m²",
  price: "895.000 €",
  availability: "Available",
  available: true,
  ...changes,
});

const setup = (units: Unit[]) =>
  render(<UnitsTable units={units} title="Las Palmas" />, { wrapper: withTranslations("es") });

test("it is a named table, and every unit is a row header", () => {
  setup([unit("1A"), unit("1B", { terrace: "42 m²" })]);
  const table = screen.getByRole("table", { name: /Las Palmas/ });
  expect(
    within(table)
      .getAllByRole("rowheader")
      .map((cell) => cell.textContent),
  ).toEqual(["1A", "1B"]);
  const second = within(table).getAllByRole("row")[2];
  expect(
    second &&
      within(second)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
  ).toEqual(["Apartment", "1", "3", "2", "158 m²", "42 m²", "895.000 €", "Available"]);
});

test("each cell has the label of its column, for the cards on phones", () => {
  setup([unit("1A")]);
  expect(screen.getByText("895.000 €").dataset.label).toBe("Precio");
});

test("a column without values is left out, and a missing value is a dash", () => {
  setup([unit("1A", { floor: "" }), unit("1B")]);
  const heads = screen.getAllByRole("columnheader").map((cell) => cell.textContent);
  expect(heads).not.toContain("Terraza");
  expect(screen.getByText("–").dataset.label).toBe("Planta");
});

test("an unavailable unit has a text, not a colour only", () => {
  setup([unit("1A", { available: false, availability: "Vendida" })]);
  expect(screen.getByText("Vendida").closest("tr")?.dataset.available).toBe("false");
});

test("a filter shows the units of one availability, and a second click all", async () => {
  setup([unit("A"), unit("B", { availability: "Sold", available: false }), unit("C")]);
  const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);
  await userEvent.click(screen.getByRole("button", { name: "Available (2)" }));
  expect(names()).toEqual(["A", "C"]);
  await userEvent.click(screen.getByRole("button", { name: "Available (2)" }));
  expect(names()).toEqual(["A", "B", "C"]);
});
