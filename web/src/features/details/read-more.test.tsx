import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { withTranslations } from "../../test/translations.tsx";
import { ReadMore } from "./read-more.tsx";

const setup = (long: boolean) =>
  render(
    <ReadMore long={long}>
      <p>All of the story</p>
    </ReadMore>,
    { wrapper: withTranslations("en") },
  );

test("a long text is collapsed but complete in the page, and its button expands and collapses it", async () => {
  setup(true);
  const more = screen.getByRole("button", { name: "Read more" });
  const text = document.getElementById(more.getAttribute("aria-controls") ?? "");
  expect(text?.textContent).toBe("All of the story");
  expect([more.getAttribute("aria-expanded"), text?.className]).toEqual(["false", "text folded"]);
  await userEvent.click(more);
  const less = screen.getByRole("button", { name: "Read less" });
  expect([less.getAttribute("aria-expanded"), text?.className]).toEqual(["true", "text"]);
  await userEvent.click(less);
  expect(text?.className).toBe("text folded");
});

test("a short text has no button", () => {
  setup(false);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("All of the story")).toBeTruthy();
});
