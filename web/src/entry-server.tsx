import { type Rendering, renderView } from "./app/render-view.tsx";
import { allTranslations } from "./i18n/all-translations.server.ts";
import { createTranslator } from "./i18n/translate.ts";

declare global {
  /** Renders the JSON of a View. The render workers call it. */
  var render: (json: string) => Rendering;
}

// Shared by all requests of a worker, so it never changes.
const translator = createTranslator(allTranslations);

globalThis.render = (json) => renderView(JSON.parse(json), translator);
