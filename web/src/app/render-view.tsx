import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { idleNavigation, NavigationContext } from "../features/navigation/navigation.ts";
import type { View } from "../generated/view.ts";
import type { Translator } from "../i18n/translate.ts";
import { TranslateContext } from "../i18n/use-t.ts";
import { type Fragment, type FragmentCollector, FragmentContext } from "../lib/cached-fragment.tsx";
import { type Preload, type PreloadCollector, PreloadContext } from "../ui/picture/preload.ts";
import { App } from "./app.tsx";
import type { FragmentCache } from "./fragment-cache.ts";
import type { FragmentList, PartFragments } from "./part-fragments.ts";
import { serverSections } from "./sections.server.ts";

/** A rendered view: the HTML of the root element, and the picture that the document preloads. */
export type Rendering = {
  html: string;
  preload: Preload | undefined;
  /** The fragments that are missing in html, for the View of a frame. */
  fragments?: PartFragments;
};

/** What a render worker keeps of the pages that it rendered. */
export type RenderMemory = {
  /** The HTML of fragments that show no part. */
  cache: FragmentCache;
  startList: (marker: string) => FragmentList;
};

/**
 * Renders a view on the server. The first picture of high priority is the one to preload. With a
 * memory, equal fragments (lib/cached-fragment.tsx) are rendered once; the HTML is the same.
 */
export function renderView(view: View, translator: Translator, memory?: RenderMemory): Rendering {
  if (!memory) return renderPage(view, translator, null);
  const { cache, startList } = memory;
  const fragments: Fragment[] = [];
  const { html, preload } = renderPage(view, translator, (fragment) => (
    <i id={PLACEHOLDER + (fragments.push(fragment) - 1)} />
  ));
  const list = startList(START);
  const htmlOf = ({ component, part, rest, element }: Fragment) => {
    const key = `${component} ${view.lang} ${JSON.stringify(rest)}`;
    const render = () => renderFragment(view, translator, element);
    return list.add(part, key, render) ?? cached(cache, key + JSON.stringify(part), render);
  };
  try {
    return { html: replacePlaceholders(html, fragments, htmlOf), preload, fragments: list.result };
  } catch {
    // React confines an error to the Suspense boundary around it, if there is one.
    list.discard();
    return renderPage(view, translator, null);
  }
}

function cached(cache: FragmentCache, key: string, render: () => string): string {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const html = render();
  cache.set(key, html);
  return html;
}

// A placeholder is <i id="PLACEHOLDER0"></i>. Content cannot hold one: nobody learns the random id.
const PLACEHOLDER = `${crypto.randomUUID()}-`;
const START = `<i id="${PLACEHOLDER}`;
const END = '"></i>';

/** Replaces each placeholder by the HTML of its fragment. */
function replacePlaceholders(
  page: string,
  fragments: Fragment[],
  htmlOf: (fragment: Fragment) => string,
): string {
  const [before = "", ...rest] = page.split(START);
  let html = before;
  for (const piece of rest) {
    const end = piece.indexOf(END);
    html +=
      htmlOf(fragments[Number(piece.slice(0, end))] as Fragment) + piece.slice(end + END.length);
  }
  return html;
}

function renderPage(
  view: View,
  translator: Translator,
  collector: FragmentCollector | null,
): Rendering {
  const preloads: (Preload | undefined)[] = [];
  const collect: PreloadCollector = (preload) => void preloads.push(preload);
  const html = renderToString(
    <PreloadContext value={collect}>
      <FragmentContext value={collector}>
        <App
          view={view}
          sections={serverSections}
          translator={translator}
          navigation={idleNavigation}
        />
      </FragmentContext>
    </PreloadContext>,
  );
  return { html, preload: preloads[0] };
}

/** Renders a fragment after its page: React cannot render inside a rendering. */
function renderFragment(view: View, translator: Translator, element: ReactElement): string {
  return renderToString(
    <TranslateContext value={translator.in(view.lang)}>
      <NavigationContext value={idleNavigation}>{element}</NavigationContext>
    </TranslateContext>,
  );
}
