import type { Badge, Card, Pager, Picture } from "../src/generated/view.ts";

/** The id of the saved property. */
export const SAVED = 2;

const sampleImage = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 3 2" preserveAspectRatio="none"><path fill="#c9b7a6" d="M0 0h3v2H0z"/><path fill="#8a6646" d="M0 2V1.4L1 .8l.8.5L3 .6V2z"/></svg>`,
  )}`;

export const picture: Picture = {
  src: sampleImage(600, 400),
  width: 600,
  height: 400,
  alt: "Hills above a bay",
  color: "#c9b7a6",
};

export const badges: Badge[] = [
  { key: "sold", text: "Sold" },
  { key: "new", text: "New Property" },
  { key: "exclusive", text: "Exclusive" },
  { key: "featured", text: "Featured" },
];

const card = (id: number, changes: Partial<Card>): Card => ({
  id,
  kind: "properties",
  href: `/properties/${id}/`,
  title: "Villa above the bay",
  place: "Sierra Blanca, Marbella",
  reference: `ZRE-${id}P`,
  picture,
  price: { text: "4.950.000 €" },
  badges: [],
  facts: [
    { key: "bedrooms", label: "Bedrooms", value: "5" },
    { key: "bathrooms", label: "Bathrooms", value: "6" },
    { key: "builtSize", label: "Built Size", value: "612 m²" },
    { key: "plotSize", label: "Plot Size", value: "2.040 m²" },
  ],
  ...changes,
});

export const cards: Card[] = [
  card(1, { badges: badges.slice(2) }),
  card(SAVED, {
    price: { text: "3.750.000 €", previous: "4.100.000 €" },
    badges: badges.slice(1, 2),
  }),
  card(3, {
    title: "Penthouse with a long name that needs two lines of the card",
    price: { text: "1.500 €", mode: "per month" },
  }),
  card(4, { withdrawn: true, picture: undefined, badges: badges.slice(0, 1) }),
];

export const pager: Pager = {
  page: 4,
  pages: 12,
  prev: "/properties/page/3/",
  next: "/properties/page/5/",
  links: [
    { page: 1, href: "/properties/" },
    { page: 0 },
    { page: 3, href: "/properties/page/3/" },
    { page: 4, href: "/properties/page/4/", current: true },
    { page: 5, href: "/properties/page/5/" },
    { page: 0 },
    { page: 12, href: "/properties/page/12/" },
  ],
};
