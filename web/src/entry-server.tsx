import { createFragmentCache } from "./app/fragment-cache.ts";
import { createFragmentLists } from "./app/part-fragments.ts";
import { type Rendering, renderView } from "./app/render-view.tsx";
import { createPartTable } from "./app/view-parts.ts";
import { allTranslations } from "./i18n/all-translations.server.ts";
import { createTranslator } from "./i18n/translate.ts";

declare global {
  /**
   * Renders a View from its JSON, or from a frame (view-parts.ts). The render workers call it.
   * fragments = false renders without the cache.
   */
  var render: (json: string, fragments?: boolean) => Rendering;
}

// Shared by all requests of a worker, so it never changes.
const translator = createTranslator(allTranslations);
const parts = createPartTable();
const memory = { cache: createFragmentCache(), startList: createFragmentLists(parts) };

globalThis.render = (json, fragments = true) =>
  renderView(parts.read(json), translator, fragments ? memory : undefined);
