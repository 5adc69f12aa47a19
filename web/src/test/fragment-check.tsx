import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { idleNavigation, NavigationContext } from "../features/navigation/navigation.ts";
import type { Lang } from "../generated/i18n.ts";
import en from "../i18n/en.ts";
import es from "../i18n/es.ts";
import { createTranslator } from "../i18n/translate.ts";
import { TranslateContext } from "../i18n/use-t.ts";
import { type Fragment, FragmentContext } from "../lib/cached-fragment.tsx";
import { PreloadContext } from "../ui/picture/preload.ts";

const translator = createTranslator({ en, es });

/** Begins the ids that a fragment makes itself, and not the page around it. */
const OWN = "own-id-";

/** What a fragment may read besides its props: their values are the same wherever it is rendered. */
const allowed = new Set<unknown>([
  TranslateContext,
  NavigationContext,
  PreloadContext,
  FragmentContext,
]);

/** What the hooks of React gave since the last reset; a test replaces them by vi.mock. */
export const hooks = { ids: 0, prefix: "", contexts: new Set<unknown>() };

function resetHooks(prefix: string): void {
  Object.assign(hooks, { ids: 0, prefix });
  hooks.contexts.clear();
}

/**
 * Collects the fragments of pages and reports those that break the rules of cachedFragment: the HTML of a
 * fragment is found by its component, its part and its rest, wherever it stands.
 */
export function createFragmentCheck() {
  const known = new Map<string, string>();
  const components = new Set<number>();
  const violations = new Set<string>();

  /** Reports whether the fragment is new. */
  function check(fragment: Fragment, lang: Lang, chrome: unknown): boolean {
    const { component, part, rest } = fragment;
    components.add(component);
    resetHooks(OWN);
    const html = renderApart(fragment.render(), lang);
    const shown = `${html.slice(0, 120)}…`;
    if (html.includes(OWN)) violations.add(`useId in ${shown}`);
    if ([...hooks.contexts].some((context) => !allowed.has(context)))
      violations.add(`a context in ${shown}`);
    if (!/^<.*>$/s.test(html)) violations.add(`a text at an end of ${shown}`);
    const key = JSON.stringify([component, lang, part === "chrome" ? chrome : part, rest]);
    const before = known.get(key);
    known.set(key, html);
    if (before !== undefined && before !== html)
      violations.add(`two forms with the same part and rest of ${shown}`);
    return before === undefined;
  }

  return {
    components,
    violations,
    /** Renders a page and checks its fragments, and those within them. */
    render(page: ReactElement, lang: Lang, chrome: unknown): void {
      resetHooks("page-");
      for (const fragment of fragmentsIn(page, lang)) {
        const isNew = check(fragment, lang, chrome);
        if (!isNew) continue;
        for (const inner of fragmentsIn(fragment.render(), lang)) check(inner, lang, chrome);
      }
    },
  };
}

function fragmentsIn(element: ReactElement, lang: Lang): Fragment[] {
  const fragments: Fragment[] = [];
  const collect = (list: Fragment[]) => {
    fragments.push(...list);
    return <i />;
  };
  renderApart(<FragmentContext value={collect}>{element}</FragmentContext>, lang);
  return fragments;
}

function renderApart(element: ReactElement, lang: Lang): string {
  return renderToString(
    <TranslateContext value={translator.in(lang)}>
      <NavigationContext value={idleNavigation}>{element}</NavigationContext>
    </TranslateContext>,
  );
}
