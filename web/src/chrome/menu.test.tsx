import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closeMenu, openMenu } from "../features/menu/menu.ts";
import type { MenuItem, View } from "../generated/view.ts";
import { sampleView } from "../test/sample-view.ts";
import { withTranslations } from "../test/translations.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

afterEach(() => {
  closeMenu();
  vi.restoreAllMocks();
});

function setup(menu: MenuItem[]) {
  const view: View = sampleView("/about/");
  view.chrome.menu = menu;
  render(
    <>
      <SiteHeader view={view} />
      <SiteFooter view={view} />
      <MobileMenu view={view} />
    </>,
    { wrapper: withTranslations("en") },
  );
}

const entries = (count: number): MenuItem[] =>
  Array.from({ length: count }, (_, at) => ({ href: `/${at}/`, text: `Entry ${at}` }));

/** The number of items left and right of the logo. */
const halves = () =>
  [...document.querySelectorAll("header nav > ul")].map((half) => half.children.length);

test("without a menu neither toggle nor menu renders", () => {
  setup([]);
  expect(screen.queryByRole("button", { name: "Open menu" })).toBeNull();
  expect(document.querySelector("dialog")).toBeNull();
  expect(screen.queryByRole("navigation")).toBeNull();
});

test.each([
  [1, [1, 0]],
  [2, [1, 1]],
  [7, [4, 3]],
])("of %i items the left half has the odd one", (count, want) => {
  setup(entries(count));
  expect(halves()).toEqual(want);
});

test("an item without a link is no link, in the bar, the footer and the mobile menu", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const columns = [
    { title: "Areas", description: "By the sea", items: [{ href: "/a/", text: "One" }] },
  ];
  setup([{ href: "", text: "More", columns }]);
  expect(screen.queryByRole("link", { name: "More", hidden: true })).toBeNull();
  expect(document.querySelectorAll("header [aria-expanded][aria-controls]")).toHaveLength(1);
  expect(warned).not.toHaveBeenCalled();
});

test("the mobile menu has the titles and descriptions of the columns", () => {
  setup([
    {
      href: "/buy/",
      text: "Buy",
      columns: [
        {
          title: "Villas",
          description: "With a garden",
          items: [{ href: "/v/", text: "In Marbella" }],
          button: { href: "/all/", text: "All villas" },
        },
        { title: "A picture alone" },
      ],
    },
  ]);
  openMenu();
  expect(document.querySelector("dialog details")?.textContent).toBe(
    "VillasWith a gardenIn MarbellaAll villas",
  );
});
