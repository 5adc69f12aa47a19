import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { settle } from "../../test/gestures.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { GetForm } from "./get-form.tsx";

test("a submitted form changes the view by its address and scrolls where it is told", async () => {
  const { Provider, fetched, drawn, stop } = navigationHarness({ at: "/start/" });
  render(
    <GetForm action="/properties/" scrollTo={200}>
      <input name="s_beds" defaultValue="3" aria-label="Bedrooms" />
      <button type="submit">Search</button>
    </GetForm>,
    { wrapper: Provider },
  );
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await settle();
  expect(fetched).toEqual(["/properties/?s_beds=3"]);
  expect(drawn.at(-1)?.arrival.scroll).toBe(200);
  stop();
});

test("without a script it is a plain form", () => {
  const { container } = render(<GetForm action="/properties/">…</GetForm>);
  const form = container.querySelector("form");
  expect([form?.getAttribute("action"), form?.getAttribute("method")]).toEqual([
    "/properties/",
    "get",
  ]);
});
