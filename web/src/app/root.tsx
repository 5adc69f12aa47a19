import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { showToast } from "../features/toast/toast.ts";
import { timing } from "../lib/timing.ts";
import { App, type AppProps } from "./app.tsx";
import { applyHead } from "./apply-head.ts";
import { failureTitle } from "./failure-screen.tsx";
import { clearWaited, watchPending } from "./pending.ts";
import { type Reveal, startReveal } from "./reveal.ts";
import type { Router, RouterState } from "./router.ts";
import { scrollAndFocus } from "./scroll-and-focus.ts";

export type RootProps = Omit<AppProps, "navigation" | "failure"> & {
  router: Router;
  /** Runs once after the effects of the first render. */
  onHydrated?: () => void;
};

/** App in the browser: renders the router's state, then updates head, scroll and focus. */
export function Root({ view, router, translator, onHydrated, ...app }: RootProps) {
  const [state, setState] = useState<RouterState>({ view, scrollTarget: { scroll: false } });
  const committed = useRef(state);
  const reveal = useRef<Reveal>(undefined);

  const { sections } = app;
  useEffect(() => {
    let unmounted = false;
    const start = () => {
      if (unmounted) return;
      reveal.current = startReveal();
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

  useEffect(() => router.start((next) => startTransition(() => setState(next))), [router]);

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
    <App
      {...app}
      translator={translator}
      view={state.view}
      failure={state.failure}
      navigation={router}
    />
  );
}
