import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { showToast } from "../features/toast/toast.ts";
import { timing } from "../lib/timing.ts";
import { App, type AppProps } from "./app.tsx";
import { applyHead } from "./apply-head.ts";
import { arrive } from "./arrive.ts";
import { failureTitle } from "./failure-screen.tsx";
import type { Drawing, Router } from "./navigation.ts";
import { shown, showPending } from "./pending.ts";
import { type Reveal, startReveal } from "./reveal.ts";

export type RootProps = Omit<AppProps, "navigation" | "failure"> & { router: Router };

/** App in the browser: draws what the router says and settles head, scroll and focus afterwards. */
export function Root({ view, router, words, ...app }: RootProps) {
  const [drawing, setDrawing] = useState<Drawing>({ view, arrival: { scroll: false } });
  const settled = useRef(drawing);
  const reveal = useRef<Reveal>(undefined);

  const { sections } = app;
  useEffect(() => {
    let left = false;
    const start = () => {
      if (!left) reveal.current = startReveal();
    };
    // A class of its own on what React has not taken over yet would be a difference.
    const settling = sections.settled();
    if (settling) void settling.then(() => setTimeout(start, timing.revealDelay));
    else start();
    const stop = router.fetched(() => reveal.current?.changed());
    return () => {
      left = true;
      stop();
      reveal.current?.stop();
    };
  }, [router, sections]);

  useEffect(() => router.start((next) => startTransition(() => setDrawing(next))), [router]);

  // Back online: what failed for want of a network is tried again, without anybody asking.
  const { failure } = drawing;
  useEffect(() => {
    if (failure?.reason !== "network") return;
    const retry = () => router.navigate(failure.link, { replace: true });
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [failure, router]);

  const t = words.in(drawing.view.lang);
  useEffect(() => {
    const tell = () => showToast(t("offline.notice"));
    window.addEventListener("offline", tell);
    return () => window.removeEventListener("offline", tell);
  }, [t]);

  const { loading } = drawing.view.chrome;
  useEffect(() => showPending(router.pending, loading), [router, loading]);

  useLayoutEffect(() => {
    if (settled.current === drawing) return;
    settled.current = drawing;
    if (drawing.failure)
      document.title = failureTitle(drawing.failure, words.in(drawing.view.lang));
    else applyHead(drawing.view);
    shown();
    arrive(drawing.arrival);
    reveal.current?.changed();
  }, [drawing, words]);

  return (
    <App {...app} words={words} view={drawing.view} failure={drawing.failure} navigation={router} />
  );
}
