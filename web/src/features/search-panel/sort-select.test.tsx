import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { settle } from "../../test/events.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { SortSelect } from "./sort-select.tsx";

test("another order keeps the filters, in normal form, and leads to the first page", async () => {
  const { Provider, fetched, stop } = navigationHarness({
    at: "/properties/page/2/?s_type=7,15",
  });
  const options = ["modified", "price_low"].map((value) => ({ value, label: value }));
  const field = { name: "sort_by", label: "Order", any: "", value: "modified", options };
  render(<SortSelect field={field} />, { wrapper: Provider });
  await userEvent.selectOptions(screen.getByRole("combobox"), "price_low");
  await settle();
  expect(fetched).toEqual(["/properties/?s_type=7,15&sort_by=price_low"]);
  stop();
});
