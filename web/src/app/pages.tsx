import {
  Activity,
  createContext,
  memo,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
} from "react";
import type { View } from "../generated/view.ts";
import type { Translator } from "../i18n/translate.ts";
import { TranslateContext } from "../i18n/use-t.ts";
import { PartialPageContext } from "../lib/partial-page.ts";
import styles from "./pages.module.css";
import { screens } from "./screens.ts";
import { SectionList } from "./section-list.tsx";
import type { SectionRegistry } from "./section-registry.ts";

/** What Root renders in the main element besides the View. */
export type PagesState = {
  /** The number of the displayed page: 0 for the page of the document, then the number of ahead. */
  number: number;
  /** The displayed page is rendered in part (lib/partial-page.ts). */
  partial: boolean;
  /** The hidden page that the visitor points at, with the next number. */
  ahead?: { number: number; view: View } | undefined;
};

export const PagesContext = createContext<PagesState>({ number: 0, partial: false });

/**
 * Whether a page may be rendered while another one is displayed. A map measures its element, and bars
 * of narrow windows change the displayed page (rules of html and body with :has()).
 */
export const canRenderHidden = ({ content }: View): boolean =>
  window.matchMedia("(width >= 1024px)").matches &&
  !content.some((section) => section.kind === "property-archive" && section.mapView !== undefined);

type ContentProps = { view: View; sections: SectionRegistry };

export type PagesProps = ContentProps & { translator: Translator };

/** The displayed page and, in the browser, a hidden page that a navigation then only has to show. */
export function Pages(props: PagesProps) {
  const { number, partial, ahead } = useContext(PagesContext);
  return (
    <>
      {[
        <Page key={number} {...props} number={number} partial={partial} hidden={false} />,
        ahead ? <Page key={ahead.number} {...props} {...ahead} partial hidden /> : null,
      ]}
    </>
  );
}

type PageProps = PagesProps & { number: number; partial: boolean; hidden: boolean };

/** The page of the document has no element of its own, so that the server's HTML stays small. */
const Page = memo(function Page({ number, partial, hidden, translator, ...content }: PageProps) {
  const page = (
    <PartialPageContext value={partial}>
      <Content {...content} />
    </PartialPageContext>
  );
  if (number === 0) return page;
  const { lang } = content.view;
  return (
    <TranslateContext value={translator.in(lang)}>
      <HideablePage lang={lang} hidden={hidden}>
        {page}
      </HideablePage>
    </TranslateContext>
  );
});

type HideablePageProps = { lang: string; hidden: boolean; children: ReactNode };

/**
 * An Activity runs no effects while it is hidden. React hides its elements by display: none. Here
 * content-visibility hides them (pages.module.css), so that the browser can compute styles and layout
 * ahead too, and keeps them.
 */
function HideablePage({ lang, hidden, children }: HideablePageProps) {
  const outer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = outer.current;
    if (!hidden || !element || !window.CSS?.supports("content-visibility", "hidden")) return;
    // React adds the content later, when it has nothing else to do.
    const observer = new MutationObserver(() => {
      const content = element.firstElementChild as HTMLElement;
      content.style.removeProperty("display");
      content.getBoundingClientRect(); // computes styles and layout
    });
    observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, [hidden]);
  return (
    <div ref={outer} lang={lang} className={hidden ? styles.hidden : undefined}>
      <Activity mode={hidden ? "hidden" : "visible"}>
        <div data-page={hidden ? undefined : ""}>{children}</div>
      </Activity>
    </div>
  );
}

const Content = memo(function Content({ view, sections }: ContentProps) {
  const Screen = screens[view.screen];
  return (
    <Screen key={view.screen} view={view}>
      <SectionList view={view} sections={sections} />
    </Screen>
  );
});
