import { createFragmentCache } from "./app/fragment-cache.ts";
import { type Rendering, renderView } from "./app/render-view.tsx";
import { allTranslations } from "./i18n/all-translations.server.ts";
import { createTranslator } from "./i18n/translate.ts";

declare global {
  /** Renders the JSON of a View. The render workers call it. fragments = false renders without the cache. */
  var render: (json: string, fragments?: boolean) => Rendering;
}

// Shared by all requests of a worker, so it never changes.
const translator = createTranslator(allTranslations);
const cache = createFragmentCache();

globalThis.render = (json, fragments = true) =>
  renderView(JSON.parse(json), translator, fragments ? cache : undefined);
