import { words } from "../words/words.ts";

export const shellWords = words(
  {
    navigation: "Studio",
    skip: "Skip to content",
    more: "More",
    site: "View the site",
    palette: "Find or do something",
    paletteHint: "Reference, name, page or action",
    nothing: "Nothing matches.",
    find: "Find",
    newProperty: "New property",
    signOut: "Sign out",
    notFound: "This page does not exist.",
    toStart: "Back to the start",
    waits: (count: number) =>
      count === 1
        ? "No connection. One change waits and is saved by itself."
        : `No connection. ${count} changes wait and are saved by themselves.`,
    waitsForSignIn: (count: number) =>
      count === 1
        ? "One change waits until you sign in."
        : `${count} changes wait until you sign in.`,
    sendNow: "Try now",
    signInNow: "Sign in",
    sent: (count: number) =>
      count === 1 ? "The change that waited is saved." : `${count} changes that waited are saved.`,
    leaveTitle: "Some changes are not saved yet",
    leaveNote: "If you sign out now, the changes that wait are lost.",
    leaveAnyway: "Sign out all the same",
  },
  {
    navigation: "Estudio",
    skip: "Ir al contenido",
    more: "Más",
    site: "Ver la web",
    palette: "Buscar o hacer algo",
    paletteHint: "Referencia, nombre, página o acción",
    nothing: "No hay coincidencias.",
    find: "Buscar",
    newProperty: "Nueva propiedad",
    signOut: "Cerrar sesión",
    notFound: "Esta página no existe.",
    toStart: "Volver al inicio",
    waits: (count: number) =>
      count === 1
        ? "Sin conexión. Hay un cambio en espera; se guardará solo."
        : `Sin conexión. Hay ${count} cambios en espera; se guardarán solos.`,
    waitsForSignIn: (count: number) =>
      count === 1
        ? "Hay un cambio en espera hasta que inicie sesión."
        : `Hay ${count} cambios en espera hasta que inicie sesión.`,
    sendNow: "Probar ahora",
    signInNow: "Iniciar sesión",
    sent: (count: number) =>
      count === 1
        ? "El cambio que esperaba se ha guardado."
        : `Los ${count} cambios que esperaban se han guardado.`,
    leaveTitle: "Hay cambios sin guardar",
    leaveNote: "Si cierra la sesión ahora, los cambios en espera se pierden.",
    leaveAnyway: "Cerrar sesión de todos modos",
  },
);
