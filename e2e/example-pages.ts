import type { Lang } from "./translations.ts";

/** An example of a kind of screen, with its links in the demo content. */
export type ExamplePage = Record<Lang, string> & { name: string; status?: number };

/** One example of every kind of screen. */
export const examplePages: readonly ExamplePage[] = [
  { name: "home", en: "/", es: "/es/" },
  { name: "results", en: "/properties/", es: "/es/properties/" },
  {
    name: "filtered results",
    en: "/properties/?s_beds=3&s_type=15",
    es: "/es/properties/?s_beds=3&s_type=15",
  },
  {
    name: "empty results",
    en: "/properties/?price_to=100000&s_beds=8&s_type=15",
    es: "/es/properties/?price_to=100000&s_beds=8&s_type=15",
  },
  {
    name: "property",
    en: "/properties/camojan-villa-with-observatory/",
    es: "/es/properties/camojan-villa-with-observatory/",
  },
  { name: "developments", en: "/developments/", es: "/es/developments/" },
  {
    name: "development",
    en: "/developments/nera-golden-mile/",
    es: "/es/developments/nera-golden-mile/",
  },
  { name: "listing page", en: "/for-sale/villas/marbella/", es: "/es/venta/villas/marbella/" },
  { name: "city", en: "/cities/marbella/", es: "/es/cities/marbella/" },
  { name: "area", en: "/cities/marbella-golden-mile/", es: "/es/cities/marbella-golden-mile/" },
  { name: "blog", en: "/blog/", es: "/es/blog/" },
  { name: "post", en: "/golden-mile-by-its-streets/", es: "/es/la-milla-de-oro-calle-a-calle/" },
  { name: "category", en: "/category/guides/", es: "/es/category/guias/" },
  { name: "tag", en: "/tag/golf/", es: "/es/tag/campos-de-golf/" },
  { name: "author", en: "/author/elena-vidal/", es: "/es/author/elena-vidal/" },
  { name: "posts of a year", en: "/2025/", es: "/es/2025/" },
  { name: "post search", en: "/blog/?s=garden", es: "/es/blog/?s=jardin" },
  { name: "empty post search", en: "/blog/?s=zeppelin", es: "/es/blog/?s=zepelin" },
  { name: "page", en: "/about/", es: "/es/sobre-nosotros/" },
  { name: "agent", en: "/about/elena-vidal/", es: "/es/sobre-nosotros/elena-vidal/" },
  { name: "services", en: "/services/", es: "/es/servicios/" },
  { name: "service", en: "/services/buy/", es: "/es/servicios/comprar/" },
  {
    name: "selling",
    en: "/selling-your-property-in-marbella/",
    es: "/es/vender-su-propiedad-en-marbella/",
  },
  { name: "contact", en: "/contact/", es: "/es/contacto/" },
  { name: "legal page", en: "/legal/cookie-policy/", es: "/es/aviso-legal/politica-de-cookies/" },
  { name: "favorites", en: "/favorites/", es: "/es/favorites/" },
  {
    name: "shared favorites",
    en: "/favorites/?ids=1041,1001,1002",
    es: "/es/favorites/?ids=1041,1001,1002",
  },
  { name: "thanks", en: "/enquiry/thanks/", es: "/es/enquiry/thanks/" },
  { name: "missing page", en: "/no-such-page/", es: "/es/no-hay-tal-pagina/", status: 404 },
];

export function examplePage(name: string): ExamplePage {
  const found = examplePages.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no example page is called ${name}`);
  return found;
}
