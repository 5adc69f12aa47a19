import { words } from "../words/words.ts";

export const richTextWords = words(
  {
    toolbar: (label: string) => `Format of ${label}`,
    strong: "Bold",
    em: "Italic",
    link: "Link",
    heading: "Heading",
    subheading: "Smaller heading",
    bullets: "List",
    numbers: "Numbered list",
    undo: "Undo typing",
    redo: "Repeat typing",
    address: "Address of the link; empty removes it",
    setLink: "Set link",
  },
  {
    toolbar: (label: string) => `Formato de ${label}`,
    strong: "Negrita",
    em: "Cursiva",
    link: "Enlace",
    heading: "Título",
    subheading: "Título menor",
    bullets: "Lista",
    numbers: "Lista numerada",
    undo: "Deshacer lo escrito",
    redo: "Repetir lo escrito",
    address: "Dirección del enlace; vacía lo quita",
    setLink: "Poner enlace",
  },
);
