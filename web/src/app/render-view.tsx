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
import type { AddedFragment, FragmentList, SentFragment } from "./part-fragments.ts";
import { serverSections } from "./sections.server.ts";
import type { ServerView } from "./view-parts.ts";

/** A rendered view: the HTML of the root element, and the picture that the document preloads. */
export type Rendering = {
  html: string;
  preload: Preload | undefined;
  /** The fragments that are missing in html, for the View of a frame. */
  fragments?: PartFragments;
};

/** The fragments of parts in a page. Go keeps their HTML and puts it in place of the markers (internal/site/ssr/splice.go). */
export type PartFragments = {
  /** Stands in the page before the ids of consecutive fragments, which have spaces between them and end with a line feed. */
  marker: string;
  added: AddedFragment[];
};

/** What a render worker keeps of the pages that it rendered. */
export type RenderMemory = {
  cache: FragmentCache;
  startList: () => FragmentList;
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
  const placeholders: Fragment[][] = [];
  const page = renderPage(view, translator, (fragments) => (
    <i id={PLACEHOLDER + (placeholders.push(fragments) - 1)} />
  ));
  const list = startList();
  const find = ({ component, part, rest, render }: Fragment) => {
    const key = `${component} ${view.lang} ${rest}`;
    const shown = part === "chrome" ? view.chrome : part;
    const renderNew = () => renderFragment(view, translator, render());
    return list.add(shown, key, renderNew) ?? cached(cache, key + JSON.stringify(shown), renderNew);
  };
  try {
    const { html, preloads } = replacePlaceholders(page, placeholders, find);
    return { html, preload: preloads[0], fragments: { marker: MARKER, added: list.added } };
  } catch {
    // React confines an error to the Suspense boundary around it, if there is one.
    list.discard();
    return rendering(renderPage(view, translator, null));
  }
}

const rendering = ({ html, preloads }: Rendered): Rendering => ({ html, preload: preloads[0] });

function cached(cache: FragmentCache, key: string, render: () => Rendered): Rendered {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const fragment = render();
  cache.set(key, fragment);
  return fragment;
}

// A placeholder is <i id="PLACEHOLDER0"></i>. Content cannot hold one, or a marker: nobody learns the random ids.
const PLACEHOLDER = `${crypto.randomUUID()}-`;
const START = `<i id="${PLACEHOLDER}`;
const END = '"></i>';
const MARKER = crypto.randomUUID();

/**
 * Replaces each placeholder by its fragments: HTML, or a marker and the ids of those that are sent
 * apart. A picture outside the fragments is preloaded first.
 */
function replacePlaceholders(
  page: Rendered,
  placeholders: Fragment[][],
  find: (fragment: Fragment) => Rendered | SentFragment,
): Rendered {
  const [before = "", ...rest] = page.html.split(START);
  const preloads = [...page.preloads];
  let html = before;
  let isAfterId = false;
  const append = (text: string) => {
    if (text === "") return;
    html += isAfterId ? `\n${text}` : text;
    isAfterId = false;
  };
  for (const piece of rest) {
    const end = piece.indexOf(END);
    for (const fragment of placeholders[Number(piece.slice(0, end))] as Fragment[]) {
      const found = find(fragment);
      if ("html" in found) append(found.html);
      else {
        html += isAfterId ? ` ${found.id}` : MARKER + found.id;
        isAfterId = true;
      }
      preloads.push(...found.preloads);
    }
    append(piece.slice(end + END.length));
  }
  if (isAfterId) html += "\n";
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
        view={view as View} // no component renders the head
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
