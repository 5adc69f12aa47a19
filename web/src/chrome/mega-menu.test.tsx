import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { MenuItem } from "../generated/view.ts";
import { withTranslations } from "../test/translations.tsx";
import { MegaMenuItem } from "./mega-menu.tsx";

const buy: MenuItem = {
  href: "/for-sale/",
  text: "Buy",
  columns: [{ title: "By area", items: [{ href: "/cities/marbella/", text: "Marbella" }] }],
};

const setup = (item: MenuItem) =>
  render(
    <>
      <ul>
        <MegaMenuItem item={item} id="menu-left-0" />
      </ul>
      <button type="button">Outside</button>
    </>,
    { wrapper: withTranslations("en") },
  );

const toggle = () => screen.getByRole("button", { name: "Show submenu of Buy" });

test("the button opens the columns by keyboard and Escape closes them", async () => {
  const { container } = setup(buy);
  const item = container.querySelector("li");
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("Buy");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect([toggle().getAttribute("aria-expanded"), item?.dataset.open]).toEqual(["true", "true"]);
  await userEvent.keyboard("{Escape}");
  expect([toggle().getAttribute("aria-expanded"), item?.dataset.open]).toEqual([
    "false",
    undefined,
  ]);
  expect(document.activeElement).toBe(toggle());
});

test("hover opens the columns, and Escape closes them", async () => {
  const { container } = setup(buy);
  const item = container.querySelector("li");
  await userEvent.hover(screen.getByRole("link", { name: "Buy" }));
  expect(item?.dataset.open).toBe("true");
  await userEvent.keyboard("{Escape}");
  expect(item?.dataset.open).toBeUndefined();
});

test("the panel does not stay above the page that its item opens", async () => {
  const { container } = setup(buy);
  const link = screen.getByRole("link", { name: "Buy" });
  await userEvent.hover(link);
  await userEvent.click(link);
  expect(container.querySelector("li")?.dataset.open).toBeUndefined();
});

test("moving the focus out of the item closes it", async () => {
  const { container } = setup(buy);
  toggle().focus();
  await userEvent.keyboard("{Enter}");
  screen.getByRole("button", { name: "Outside" }).focus();
  await userEvent.tab();
  expect(container.querySelector("li")?.dataset.open).toBeUndefined();
});

test("an item without columns is a link only", () => {
  setup({ href: "/blog/", text: "Blog", current: true });
  expect(screen.queryByRole("button", { name: /submenu/ })).toBeNull();
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Blog");
});

test("the pictures of the columns are rendered when the panel opens", async () => {
  const background = { src: "/m/a-800.jpg", width: 3, height: 2, alt: "", color: "#445566" };
  const { container } = setup({ ...buy, background, columns: [{ title: "Villas", background }] });
  expect(container.querySelectorAll("img")).toHaveLength(0);
  await userEvent.hover(screen.getByRole("link", { name: "Buy" }));
  expect(container.querySelectorAll("img")).toHaveLength(2);
});
