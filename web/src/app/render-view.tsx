import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { idleNavigation, NavigationContext } from "../features/navigation/navigation.ts";
import type { View } from "../generated/view.ts";
import type { Translator } from "../i18n/translate.ts";
import { TranslateContext } from "../i18n/use-t.ts";
import { type Fragment, type FragmentCollector, FragmentContext } from "../lib/cached-fragment.tsx";
import { type Preload, type PreloadCollector, PreloadContext } from "../ui/picture/preload.ts";
import { App } from "./app.tsx";
import type { FragmentCache, Rendered } from "./fragment-cache.ts";
import type { FragmentList, PartFragments } from "./part-fragments.ts";
import { serverSections } from "./sections.server.ts";
import type { ServerView } from "./view-parts.ts";

/** A rendered view: the HTML of the root element, and the picture that the document preloads. */
export type Rendering = {
  html: string;
  preload: Preload | undefined;
  /** The fragments that are missing in html, for the View of a frame. */
  fragments?: PartFragments;
};

/** What a render worker keeps of the pages that it rendered. */
export type RenderMemory = {
  cache: FragmentCache;
  startList: (marker: string) => FragmentList;
};

/**
 * Renders a view on the server. The first picture of high priority is the one to preload. With a
 * memory, equal fragments (lib/cached-fragment.tsx) are rendered once; the HTML is the same.
 */
export function renderView(
  view: ServerView,
  translator: Translator,
  memory?: RenderMemory,
): Rendering {
  if (!memory) return rendering(renderPage(view, translator, null));
  const { cache, startList } = memory;
  const fragments: Fragment[] = [];
  const page = renderPage(view, translator, (fragment) => (
    <i id={PLACEHOLDER + (fragments.push(fragment) - 1)} />
  ));
  const list = startList(START);
  const find = ({ component, part, rest, element }: Fragment) => {
    const key = `${component} ${view.lang} ${JSON.stringify(rest)}`;
    const render = () => renderFragment(view, translator, element);
    return list.add(part, key, render) ?? cached(cache, key + JSON.stringify(part), render);
  };
  try {
    return rendering(replacePlaceholders(page, fragments, find), list.result);
  } catch {
    // React confines an error to the Suspense boundary around it, if there is one.
    list.discard();
    return rendering(renderPage(view, translator, null));
  }
}

const rendering = ({ html, preloads }: Rendered, fragments?: PartFragments): Rendering => ({
  html,
  preload: preloads[0],
  ...(fragments && { fragments }),
});

function cached(cache: FragmentCache, key: string, render: () => Rendered): Rendered {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const fragment = render();
  cache.set(key, fragment);
  return fragment;
}

// A placeholder is <i id="PLACEHOLDER0"></i>. Content cannot hold one: nobody learns the random id.
const PLACEHOLDER = `${crypto.randomUUID()}-`;
const START = `<i id="${PLACEHOLDER}`;
const END = '"></i>';

/** Replaces each placeholder by its fragment. A picture outside the fragments is preloaded first. */
function replacePlaceholders(
  page: Rendered,
  fragments: Fragment[],
  find: (fragment: Fragment) => Rendered,
): Rendered {
  const [before = "", ...rest] = page.html.split(START);
  const preloads = [...page.preloads];
  let html = before;
  for (const piece of rest) {
    const end = piece.indexOf(END);
    const fragment = find(fragments[Number(piece.slice(0, end))] as Fragment);
    html += fragment.html + piece.slice(end + END.length);
    preloads.push(...fragment.preloads);
  }
  return { html, preloads };
}

function renderPage(
  view: ServerView,
  translator: Translator,
  collector: FragmentCollector | null,
): Rendered {
  return renderElement(
    <FragmentContext value={collector}>
      <App
        view={view as View} // no component renders data or head
        sections={serverSections}
        translator={translator}
        navigation={idleNavigation}
      />
    </FragmentContext>,
  );
}

/** Renders a fragment after its page: React cannot render inside a rendering. */
function renderFragment(
  { lang }: ServerView,
  translator: Translator,
  element: ReactElement,
): Rendered {
  return renderElement(
    <TranslateContext value={translator.in(lang)}>
      <NavigationContext value={idleNavigation}>{element}</NavigationContext>
    </TranslateContext>,
  );
}

function renderElement(element: ReactElement): Rendered {
  const preloads: Rendered["preloads"] = [];
  const collect: PreloadCollector = (preload) => void preloads.push(preload);
  const html = renderToString(<PreloadContext value={collect}>{element}</PreloadContext>);
  return { html, preloads };
}
