import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { showToast } from "../features/toast/toast.ts";
import { afterPaint } from "../lib/after-paint.ts";
import { linkDictionary } from "../lib/dictionary.ts";
import { timing } from "../lib/timing.ts";
import { App, type AppProps } from "./app.tsx";
import { applyHead } from "./apply-head.ts";
import { failureTitle } from "./failure-screen.tsx";
import { PagesContext } from "./pages.tsx";
import {
  canRenderHidden,
  onlyPage,
  type PageState,
  type PagesState,
  preparedPage,
  startsAtTop,
  withAhead,
  withRest,
  withSettled,
  withShown,
  withView,
} from "./pages-state.ts";
import { clearWaited, watchPending } from "./pending.ts";
import { type Reveal, startReveal } from "./reveal.ts";
import type { Router, RouterState } from "./router.ts";
import { releaseFocus, scrollAndFocus } from "./scroll-and-focus.ts";

export type RootProps = Omit<AppProps, "navigation" | "failure"> & {
  router: Router;
  /** Runs once after the effects of the first render. */
  onHydrated?: () => void;
};

/** App in the browser: renders the router's state, then updates head, scroll and focus. */
export function Root({ view, router, translator, onHydrated, ...app }: RootProps) {
  const [state, setState] = useState<RouterState>({ view, scrollTarget: { scroll: false } });
  const [pages, setPages] = useState<PagesState>(() => onlyPage(view));
  const committed = useRef({ state, pages });
  const latest = useRef(state);
  const ready = useRef(new Set<number>());
  const reveal = useRef<Reveal>(undefined);

  const { sections } = app;
  useEffect(() => {
    let unmounted = false;
    const start = () => {
      if (!unmounted) reveal.current = startReveal();
    };
    // A class that is added before hydration is a mismatch.
    const settled = sections.settled();
    if (settled) void settled.then(() => setTimeout(start, timing.revealDelay));
    else start();
    const unsubscribe = router.subscribeLoads(() => reveal.current?.update());
    return () => {
      unmounted = true;
      unsubscribe();
      reveal.current?.stop();
    };
  }, [router, sections]);

  useEffect(() => {
    const update = (next: RouterState) => {
      if (next.scrollTarget.scroll !== false) releaseFocus();
      startTransition(() => {
        setState(next);
        setPages((before) => {
          const isNew = next.view !== before.shown.view;
          return withView(before, next.view, isNew && startsAtTop(next.scrollTarget));
        });
      });
    };
    // First the page alone. All that changes around it follows after the paint.
    const show = (next: RouterState, page: PageState) => {
      const left = pageToKeep(committed.current.pages.shown);
      flushSync(() => setPages((before) => withShown(before, page)));
      scrollAndFocus(next.scrollTarget);
      afterPaint(() => {
        if (latest.current !== next) return;
        startTransition(() => {
          setState({ ...next, scrollTarget: { scroll: false } });
          setPages((before) => withSettled(before, left));
        });
      });
    };
    return router.start((next) => {
      latest.current = next;
      const page = next.failure
        ? undefined
        : preparedPage(committed.current.pages, next.view, next.scrollTarget);
      if (page && ready.current.has(page.number)) show(next, page);
      else update(next);
    });
  }, [router]);

  useEffect(
    () =>
      router.subscribeIntent((view) =>
        startTransition(() => setPages((before) => withAhead(before, view))),
      ),
    [router],
  );

  useEffect(() => onHydrated?.(), [onHydrated]);

  // After the paint of a page in part: the rest, in slices that input interrupts.
  const { shown, active } = pages;
  useEffect(() => {
    if (active !== shown.number) return;
    if (shown.partial) startTransition(() => setPages(withRest));
    else reveal.current?.update();
  }, [shown, active]);

  // A navigation that failed offline is retried when the network is back.
  const { failure } = state;
  useEffect(() => {
    if (failure?.reason !== "network") return;
    const retry = () => router.navigate(failure.link, { replace: true });
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [failure, router]);

  const t = translator.in(state.view.lang);
  useEffect(() => {
    const notify = () => showToast(t("offline.notice"));
    window.addEventListener("offline", notify);
    return () => window.removeEventListener("offline", notify);
  }, [t]);

  const { loading } = state.view.chrome;
  useEffect(() => watchPending(router.pending, loading), [router, loading]);

  useLayoutEffect(() => {
    const before = committed.current.state;
    committed.current = { state, pages };
    if (before === state) return;
    if (state.failure) document.title = failureTitle(state.failure, translator.in(state.view.lang));
    else {
      applyHead(state.view);
      linkDictionary(state.view.lang);
    }
    clearWaited();
    scrollAndFocus(state.scrollTarget);
    reveal.current?.update();
  }, [state, pages, translator]);

  const onReady = useCallback((number: number) => void ready.current.add(number), []);
  const context = useMemo(() => ({ state: pages, onReady }), [pages, onReady]);
  return (
    <PagesContext value={context}>
      <App
        {...app}
        translator={translator}
        view={state.view}
        failure={state.failure}
        navigation={router}
      />
    </PagesContext>
  );
}

/**
 * The page that is left, if it can stay hidden for a step back: its effects can stop, it is complete, and
 * nothing in it continues to play.
 */
function pageToKeep(page: PageState): PageState | undefined {
  const { number, partial, view } = page;
  if (number === 0 || partial || view.status >= 500 || !canRenderHidden(view)) return undefined;
  return document.querySelector("[data-page] :is(iframe, video, canvas)") ? undefined : page;
}
