import { renderToString } from "react-dom/server";
import { idleNavigation } from "../features/navigation/navigation.ts";
import type { View } from "../generated/view.ts";
import type { Translator } from "../i18n/translate.ts";
import { type Preload, type PreloadCollector, PreloadContext } from "../ui/picture/preload.ts";
import { App } from "./app.tsx";
import { serverSections } from "./sections.server.ts";

/** A rendered view: the HTML of the root element, and the picture that the document preloads. */
export type Rendering = { html: string; preload: Preload | undefined };

/** Renders a view on the server. The first picture of high priority is the one to preload. */
export function renderView(view: View, translator: Translator): Rendering {
  const preloads: (Preload | undefined)[] = [];
  const collect: PreloadCollector = (preload) => void preloads.push(preload);
  const html = renderToString(
    <PreloadContext value={collect}>
      <App
        view={view}
        sections={serverSections}
        translator={translator}
        navigation={idleNavigation}
      />
    </PreloadContext>,
  );
  return { html, preload: preloads[0] };
}
