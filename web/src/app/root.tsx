import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { showToast } from "../features/toast/toast.ts";
import { linkDictionary } from "../lib/dictionary.ts";
import { timing } from "../lib/timing.ts";
import { App, type AppProps } from "./app.tsx";
import { applyHead } from "./apply-head.ts";
import { failureTitle } from "./failure-screen.tsx";
import { canRenderHidden, PagesContext, type PagesState } from "./pages.tsx";
import { clearWaited, watchPending } from "./pending.ts";
import { type Reveal, startReveal } from "./reveal.ts";
import type { Router, RouterState } from "./router.ts";
import { releaseFocus, type ScrollTarget, scrollAndFocus } from "./scroll-and-focus.ts";

export type RootProps = Omit<AppProps, "navigation" | "failure"> & {
  router: Router;
  /** Runs once after the effects of the first render. */
  onHydrated?: () => void;
};

/** App in the browser: renders the router's state, then updates head, scroll and focus. */
export function Root({ view, router, translator, onHydrated, ...app }: RootProps) {
  const [state, setState] = useState<RouterState>({ view, scrollTarget: { scroll: false } });
  const [pages, setPages] = useState<PagesState>({ number: 0, partial: false });
  const committed = useRef(state);
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

  useEffect(
    () =>
      router.start((next) => {
        if (next.scrollTarget.scroll !== false) releaseFocus();
        startTransition(() => {
          setState(next);
          setPages(({ number, ahead }) => {
            const partial = next.view !== committed.current.view && startsAtTop(next.scrollTarget);
            const prepared = partial && !next.failure && ahead?.view === next.view;
            return { number: prepared ? ahead.number : number, partial };
          });
        });
      }),
    [router],
  );

  useEffect(
    () =>
      router.subscribeIntent((view) =>
        startTransition(() =>
          setPages(({ number, partial }) => {
            const ahead = view && canRenderHidden(view) ? { number: number + 1, view } : undefined;
            return { number, partial, ahead };
          }),
        ),
      ),
    [router],
  );

  useEffect(() => onHydrated?.(), [onHydrated]);

  // After the paint of a page in part: the rest, in slices that input interrupts.
  const { number, partial } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page in part may follow directly
  useEffect(() => {
    if (partial) startTransition(() => setPages((before) => ({ ...before, partial: false })));
    else reveal.current?.update();
  }, [number, partial]);

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
    if (committed.current === state) return;
    committed.current = state;
    if (state.failure) document.title = failureTitle(state.failure, translator.in(state.view.lang));
    else {
      applyHead(state.view);
      linkDictionary(state.view.lang);
    }
    clearWaited();
    scrollAndFocus(state.scrollTarget);
    reveal.current?.update();
  }, [state, translator]);

  return (
    <PagesContext value={pages}>
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

/** Whether a navigation shows the top of a page: then the page may be rendered in part at first. */
const startsAtTop = ({ scroll, restored, hash }: ScrollTarget): boolean =>
  scroll !== false && !restored && !hash;
