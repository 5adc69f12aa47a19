import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { showToast } from "../features/toast/toast.ts";
import { afterPaint } from "../lib/after-paint.ts";
import { scrollPosition } from "../lib/scroll-position.ts";
import { timing } from "../lib/timing.ts";
import { App, type AppProps } from "./app.tsx";
import { applyHead } from "./apply-head.ts";
import { failureTitle } from "./failure-screen.tsx";
import { PagesContext } from "./pages.tsx";
import { createPages } from "./pages-control.ts";
import {
  canRenderHidden,
  type PageState,
  startsAtTop,
  withAhead,
  withSettled,
  withShown,
  withView,
} from "./pages-state.ts";
import { clearWaited, watchPending } from "./pending.ts";
import { renderLazyElements } from "./render-lazy.ts";
import { type Reveal, startReveal } from "./reveal.ts";
import type { Router, RouterState } from "./router.ts";
import { releaseFocus, scrollAndFocus, scrollThenFocus } from "./scroll-and-focus.ts";

export type RootProps = Omit<AppProps, "navigation" | "failure"> & {
  router: Router;
  /** Runs once after the effects of the first render. */
  onHydrated?: () => void;
};

/** App in the browser: renders the router's state, then updates head, scroll and focus. */
export function Root({ view, router, translator, onHydrated, ...app }: RootProps) {
  const [state, setState] = useState<RouterState>({ view, scrollTarget: { scroll: false } });
  const committed = useRef(state);
  const latest = useRef(state);
  const reveal = useRef<Reveal>(undefined);
  const [pages] = useState(() => createPages(() => reveal.current?.update()));

  const { sections } = app;
  useEffect(() => {
    let unmounted = false;
    const start = () => {
      if (unmounted) return;
      reveal.current = startReveal();
      void renderLazyElements();
    };
    // A class or an attribute that changes before hydration is a mismatch.
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
        pages.change((before) => {
          const isNew = next.view !== before.shown.view;
          return withView(before, next.view, isNew && startsAtTop(next.scrollTarget));
        });
      });
    };
    // First the page alone. All that changes around it follows after the paint.
    const show = (next: RouterState, page: PageState) => {
      const left = pages.shown();
      const scrollY = scrollPosition(); // a shorter page would change it
      flushSync(() => pages.change((before) => withShown(before, page)));
      const focus = scrollThenFocus(next.scrollTarget);
      afterPaint(() => {
        if (latest.current !== next) return;
        focus();
        const kept = left && canKeep(left) ? left : undefined;
        startTransition(() => {
          setState({ ...next, scrollTarget: { scroll: false } });
          pages.change((before) => withSettled(before, kept, scrollY));
        });
      });
    };
    return router.start((next) => {
      latest.current = next;
      const page = next.failure ? undefined : pages.prepared(next.view, next.scrollTarget);
      if (page) show(next, page);
      else update(next);
    });
  }, [router, pages]);

  useEffect(
    () =>
      router.subscribeIntent((view) =>
        startTransition(() => pages.change((before) => withAhead(before, view))),
      ),
    [router, pages],
  );

  useEffect(() => onHydrated?.(), [onHydrated]);

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
    const before = committed.current;
    committed.current = state;
    if (before === state) return;
    if (state.failure) document.title = failureTitle(state.failure, translator.in(state.view.lang));
    else applyHead(state.view);
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

/**
 * Whether the page that was left can stay hidden for a step back: its effects can stop, it is complete,
 * and nothing in it continues to play. Its effects still run.
 */
function canKeep({ number, partial, view }: PageState): boolean {
  if (number === 0 || partial || view.status >= 500 || !canRenderHidden(view)) return false;
  return !document.querySelector("main > [data-active] :is(iframe, video, canvas)");
}
