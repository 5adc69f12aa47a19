import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Card } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { PropertyCard } from "./property-card.tsx";
import { readCard } from "./read-card.ts";

const villa: Card = {
  id: 7,
  kind: "properties",
  href: "/properties/villa-alborada/",
  title: "Villa Alborada",
  place: "Villa in Golden Mile, Marbella",
  reference: "ZR7P-2",
  price: { text: "1.250.000 €" },
  facts: [
    { key: "bedrooms", label: "Bedrooms", value: "4" },
    { key: "builtSize", label: "Built Size", value: "220 m²" },
  ],
  badges: [
    { key: "new", text: "New Property" },
    { key: "exclusive", text: "Exclusive" },
  ],
  picture: {
    src: "/media/a-480-b-800.jpg",
    widths: [320, 800],
    width: 1600,
    height: 1067,
    alt: "",
    color: "#456",
  },
};

const { reference: _, ...unnamed } = villa;

const cards: [string, Card][] = [
  ["a home for sale", villa],
  ["a rent by the month", { ...villa, price: { text: "1.500 €", mode: "per month" } }],
  ["a reduced price", { ...villa, price: { text: "900.000 €", previous: "1.000.000 €" } }],
  ["a reduced rent", { ...villa, price: { text: "900 €", mode: "a week", previous: "1.000 €" } }],
  ["a range of prices", { ...villa, price: { text: "4.600.000 € – 5.650.000 €" } }],
  ["a home without facts, badges and reference", { ...unnamed, facts: [], badges: [] }],
  ["texts with markup and spaces", { ...villa, title: ' <b>A</b> & "B"  c ', place: "O'Hara’s  " }],
  [
    "a picture without color, smaller than its rendition",
    {
      ...villa,
      picture: { src: "/m/x-320.jpg", widths: [320], width: 200, height: 100, alt: "", color: "" },
    },
  ],
];

describe.each(["en", "es"] as const)("the HTML of a card says all of it in %s", (lang) => {
  test.each(cards)("%s", (_, card) => {
    const Translations = withTranslations(lang);
    const box = document.createElement("div");
    box.innerHTML = renderToString(
      <Translations>
        <PropertyCard card={card} sizes="100vw" />
      </Translations>,
    );
    expect(readCard(card.id, box.firstElementChild ?? undefined)).toEqual(card);
  });
});

test("HTML that is not that of a card is refused", () => {
  const article = document.createElement("article");
  article.innerHTML = "<div></div><div><p>Villa</p></div>";
  expect(() => readCard(7, article)).toThrow(TypeError);
});
