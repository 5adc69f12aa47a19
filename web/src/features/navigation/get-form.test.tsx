import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { settle } from "../../test/events.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { GetForm } from "./get-form.tsx";

test("submit navigates to the form's link and scrolls to scroll", async () => {
  const { Provider, fetched, rendered, stop } = navigationHarness({ at: "/start/" });
  render(
    <GetForm action="/properties/" scroll="results">
      <input name="s_beds" defaultValue="3" aria-label="Bedrooms" />
      <button type="submit">Search</button>
    </GetForm>,
    { wrapper: Provider },
  );
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await settle();
  expect(fetched).toEqual(["/properties/?s_beds=3"]);
  expect(rendered.at(-1)?.scrollTarget.scroll).toBe("results");
  stop();
});

test("without scripts it is a plain form", () => {
  const { container } = render(<GetForm action="/properties/">…</GetForm>);
  const form = container.querySelector("form");
  expect([form?.getAttribute("action"), form?.getAttribute("method")]).toEqual([
    "/properties/",
    "get",
  ]);
});
