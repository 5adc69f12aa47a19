import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Card } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { PropertyCard } from "./property-card.tsx";

const home: Card = {
  id: 7,
  kind: "properties",
  href: "/properties/villa-alborada/",
  title: "Villa Alborada",
  place: "Villa in Golden Mile, Marbella",
  price: { text: "1.250.000 €", previous: "1.400.000 €" },
  facts: [
    { key: "bedrooms", label: "Bedrooms", value: "4" },
    { key: "builtSize", label: "Built Size", value: "220 m²" },
    { key: "reference", label: "Reference", value: "ZR7P" },
  ],
  badges: [{ key: "new", text: "New Property" }],
  picture: {
    src: "/m/a-480.jpg",
    widths: [320, 480],
    width: 1600,
    height: 1067,
    alt: "The pool at dusk",
    color: "#445566",
  },
};

const setup = (card: Card, lang: "en" | "es" = "en") =>
  render(<PropertyCard card={card} sizes="100vw" />, { wrapper: withTranslations(lang) });

test("one link leads to the home, and its name is the home's", () => {
  setup(home);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Villa Alborada", "/properties/villa-alborada/"],
  ]);
  expect(screen.getByRole("heading", { level: 3 }).textContent).toBe("Villa Alborada");
});

test("figures carry their labels for those who do not see the icons", () => {
  setup(home);
  const figures = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(figures).toContain("Bedrooms: 4");
  expect(figures).toContain("Built Size: 220 m²");
  expect(figures).not.toContain("Reference: ZR7P");
});

test("a reduced price says which of the two was before", () => {
  setup(home, "es");
  const before = screen.getByText("1.400.000 €");
  expect(before.tagName).toBe("S");
  expect(before.parentElement?.textContent).toBe("1.250.000 € Precio anterior 1.400.000 €");
});

test("the heart tells whether the home is saved, and saves it", async () => {
  setup(home);
  const heart = screen.getByRole("button", { name: "Save Villa Alborada" });
  expect(heart.getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(heart);
  expect(heart.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(heart);
  expect(heart.getAttribute("aria-pressed")).toBe("false");
});

test("the picture keeps its place and is drawn in the best format the browser reads", () => {
  const { container } = setup(home);
  const picture = container.querySelector("img");
  expect([picture?.width, picture?.height, picture?.getAttribute("loading")]).toEqual([
    1600,
    1067,
    "lazy",
  ]);
  const types = [...container.querySelectorAll("source")].map((source) => source.type);
  expect(types).toEqual(["image/avif", "image/webp"]);
});

test("a withdrawn home says so and leads nowhere", () => {
  const { href: _, ...withdrawn } = home;
  setup({ ...withdrawn, withdrawn: true });
  expect(screen.queryByRole("link")).toBeNull();
  const card = screen.getByRole("article");
  expect(within(card).getByText("No longer on the market")).toBeTruthy();
});
