import {
  Activity,
  createContext,
  type Dispatch,
  memo,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { View } from "../generated/view.ts";
import type { Translator } from "../i18n/translate.ts";
import { TranslateContext } from "../i18n/use-t.ts";
import { PartialPageContext } from "../lib/partial-page.ts";
import { skipOutsideWindow } from "./outside-window.ts";
import styles from "./pages.module.css";
import { onlyPage, type PageState, type PagesState } from "./pages-state.ts";
import { screens } from "./screens.ts";
import { SectionList } from "./section-list.tsx";
import type { SectionRegistry } from "./section-registry.ts";

/**
 * How Root changes the pages, and learns about them. It never changes: React looks for the readers of a
 * changed context in the whole App.
 */
export type PagesControl = {
  /** Receives how to change the state of the page list. Returns what runs when the list is removed. */
  attach(setState: Dispatch<SetStateAction<PagesState>>): () => void;
  /** Runs when a state is in the document. */
  onCommit(state: PagesState): void;
  /** Runs with the effects of a state. */
  onEffects(state: PagesState): void;
  /** Runs when a hidden page is in the document, with styles and layout. */
  onReady(number: number): void;
};

/** The server has no control: it renders the page of the View alone. */
export const PagesContext = createContext<PagesControl | null>(null);

type ContentProps = { view: View; sections: SectionRegistry };

export type PageListProps = ContentProps & { translator: Translator };

/** The displayed page and, in the browser, hidden pages that a navigation only has to show. */
export function PageList({ view, ...props }: PageListProps) {
  const control = useContext(PagesContext);
  const [controlled, setControlled] = useState(() => onlyPage(view));
  const state = control ? controlled : onlyPage(view);
  useLayoutEffect(() => control?.attach(setControlled), [control]);
  useLayoutEffect(() => control?.onCommit(controlled), [control, controlled]);
  useEffect(() => control?.onEffects(controlled), [control, controlled]);
  const { shown, hidden, active } = state;
  // The order of the elements never changes: the browser would compute the layout of a moved page again.
  return [shown, ...hidden]
    .sort((a, b) => a.number - b.number)
    .map((page) => (
      <Page
        key={page.number}
        page={page}
        hidden={page !== shown}
        active={page.number === active}
        onReady={control?.onReady}
        {...props}
      />
    ));
}

type PageProps = Omit<PageListProps, "view"> & {
  page: PageState;
  hidden?: boolean;
  active: boolean;
  onReady?: PagesControl["onReady"] | undefined;
};

const Page = memo(function Page({ page, translator, sections, ...hideable }: PageProps) {
  const { view, number, scroll, partial } = page;
  return (
    <TranslateContext value={translator.in(view.lang)}>
      <HideablePage number={number} scroll={scroll} lang={view.lang} {...hideable}>
        <PartialPageContext value={partial}>
          <Content view={view} sections={sections} />
        </PartialPageContext>
      </HideablePage>
    </TranslateContext>
  );
});

type HideablePageProps = Pick<PageProps, "hidden" | "active" | "onReady"> & {
  number: number;
  scroll: number;
  lang: string;
  children: ReactNode;
};

/**
 * Runs the effects of its page only while it is active. content-visibility hides the page
 * (pages.module.css), so that the browser can compute styles and layout ahead, and keeps them. The page
 * of the document has no Activity: React would hydrate its content after the effects around it.
 * Rules with :has() ask for data-active, which follows data-page after the paint: to change what they ask
 * for makes the browser look at all of the document.
 */
function HideablePage({
  number,
  scroll,
  lang,
  hidden,
  active,
  onReady,
  children,
}: HideablePageProps) {
  const outer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = outer.current;
    if (!element || active) return;
    let renderAll = () => {};
    const prepare = () => {
      const content = element.firstElementChild;
      if (!(content instanceof HTMLElement)) return;
      observer.disconnect();
      preventDisplayNone(content);
      // Computes styles and layout. The paint of the click is that of the window alone.
      if (element.className) renderAll = skipOutsideWindow(content, scroll - topOfPages(element));
      if (scroll === 0) loadPictures(content);
      onReady?.(number);
    };
    // React adds the content of a hidden page later, when it has nothing else to do.
    const observer = new MutationObserver(prepare);
    observer.observe(element, { childList: true });
    prepare();
    return () => {
      observer.disconnect();
      renderAll();
    };
  }, [active, number, onReady, scroll]);
  return (
    <div
      ref={outer}
      lang={lang}
      className={hidden ? styles.hidden : undefined}
      data-page={hidden ? undefined : ""}
      data-active={active ? "" : undefined}
    >
      {number === 0 ? (
        <div>{children}</div>
      ) : (
        <Activity mode={active ? "visible" : "hidden"}>
          <IdsWhileActive>{children}</IdsWhileActive>
        </Activity>
      )}
    </div>
  );
}

/** The top of the pages in px below the top of the document. */
function topOfPages({ parentElement }: HTMLElement): number {
  return (parentElement?.getBoundingClientRect().top ?? 0) + window.scrollY;
}

/** Loads and decodes the pictures that the window will show: in a hidden page the browser does neither. */
function loadPictures(content: HTMLElement): void {
  for (const picture of content.querySelectorAll<HTMLImageElement>("img:not([data-skipped] img)")) {
    picture.loading = "eager";
    picture.decode().catch(() => {}); // one that fails is displayed as such
  }
}

/**
 * React sets display: none on the content of an inactive Activity, at a time of its own. One style
 * computation later the layout of the page would be lost.
 */
function preventDisplayNone({ style }: HTMLElement): void {
  style.removeProperty("display");
  style.setProperty = () => {};
}

/**
 * While its Activity is hidden, a page that was displayed has no ids: anchors, labels and forms of the
 * displayed page would find them first.
 */
function IdsWhileActive({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const page = element.current;
    for (const owner of page?.querySelectorAll<HTMLElement>("[data-kept-id]") ?? []) {
      owner.id = owner.dataset.keptId ?? "";
      delete owner.dataset.keptId;
    }
    return () => {
      for (const owner of page?.querySelectorAll<HTMLElement>("[id]") ?? []) {
        owner.dataset.keptId = owner.id;
        owner.removeAttribute("id");
      }
    };
  }, []);
  return <div ref={element}>{children}</div>;
}

const Content = memo(function Content({ view, sections }: ContentProps) {
  const Screen = screens[view.screen];
  return (
    <Screen key={view.screen} view={view}>
      <SectionList view={view} sections={sections} />
    </Screen>
  );
});
