import { words } from "../words/words.ts";

export const propertyWords = words(
  {
    title: "Properties",
    search: "Reference, title or place",
    show: "Show",
    shows: {
      "": "All",
      mine: "Mine",
      drafts: "Drafts",
      findings: "To complete",
      feed: "From feeds",
    },
  },
  {
    title: "Propiedades",
    search: "Referencia, título o lugar",
    show: "Mostrar",
    shows: {
      "": "Todas",
      mine: "Mías",
      drafts: "Borradores",
      findings: "Por completar",
      feed: "De alimentaciones",
    },
  },
);
