import { type Rendering, renderView } from "./app/render-view.tsx";
import { allWords } from "./i18n/all-words.server.ts";
import { createWords } from "./i18n/translate.ts";

declare global {
  /** Renders the JSON of a View. The render workers call it. */
  var render: (json: string) => Rendering;
}

// Shared by all requests of a worker, so it never changes.
const words = createWords(allWords);

globalThis.render = (json) => renderView(JSON.parse(json), words);
