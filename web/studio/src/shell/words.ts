import { words } from "../words/words.ts";

export const shellWords = words(
  {
    navigation: "Studio",
    skip: "Skip to content",
    more: "More",
    site: "View the site",
    signOut: "Sign out",
    notFound: "This page does not exist.",
    toStart: "Back to the start",
  },
  {
    navigation: "Estudio",
    skip: "Ir al contenido",
    more: "Más",
    site: "Ver la web",
    signOut: "Cerrar sesión",
    notFound: "Esta página no existe.",
    toStart: "Volver al inicio",
  },
);
