import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Card } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { PropertyCard } from "./property-card.tsx";

const property: Card = {
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

test("the card has one link, named by the title", () => {
  setup(property);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Villa Alborada", "/properties/villa-alborada/"],
  ]);
  expect(screen.getByRole("heading", { level: 3 }).textContent).toBe("Villa Alborada");
});

test("figures have labels for screen readers", () => {
  setup(property);
  const figures = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(figures).toContain("Bedrooms: 4");
  expect(figures).toContain("Built Size: 220 m²");
  expect(figures).not.toContain("Reference: ZR7P");
});

test("a card has all five figures and the reference in small print", () => {
  setup({
    ...property,
    reference: "ZR7P",
    facts: [
      { key: "bedrooms", label: "Bedrooms", value: "4" },
      { key: "bathrooms", label: "Bathrooms", value: "3" },
      { key: "builtSize", label: "Built Size", value: "220 m²" },
      { key: "plotSize", label: "Plot Size", value: "800 m²" },
      { key: "terraceSize", label: "Terrace Size", value: "45 m²" },
    ],
  });
  expect(screen.getByText("Ref. ZR7P")).toBeTruthy();
  const figures = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(figures).toContain("Plot Size: 800 m²");
  expect(figures).toContain("Terrace Size: 45 m²");
});

test("a reduced price labels the previous one", () => {
  setup(property, "es");
  const before = screen.getByText("1.400.000 €");
  expect(before.tagName).toBe("S");
  expect(before.parentElement?.textContent).toBe("1.250.000 € Precio anterior 1.400.000 €");
});

test("the heart shows and toggles the saved state", async () => {
  setup(property);
  const heart = screen.getByRole("button", { name: "Save Villa Alborada" });
  expect(heart.getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(heart);
  expect(heart.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(heart);
  expect(heart.getAttribute("aria-pressed")).toBe("false");
});

test("the picture has width, height and sources in AVIF and WebP", () => {
  const { container } = setup(property);
  const picture = container.querySelector("img");
  expect([picture?.width, picture?.height, picture?.getAttribute("loading")]).toEqual([
    1600,
    1067,
    "lazy",
  ]);
  const types = [...container.querySelectorAll("source")].map((source) => source.type);
  expect(types).toEqual(["image/avif", "image/webp"]);
});

test("a withdrawn property has a text and no link", () => {
  const { href: _, ...withdrawn } = property;
  setup({ ...withdrawn, withdrawn: true });
  expect(screen.queryByRole("link")).toBeNull();
  const card = screen.getByRole("article");
  expect(within(card).getByText("No longer on the market")).toBeTruthy();
});
