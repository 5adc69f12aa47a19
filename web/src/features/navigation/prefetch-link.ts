import { timing } from "../../lib/timing.ts";
import type { Prefetcher } from "./prefetch.ts";

const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Reports an anchor to the prefetcher, as its mode requires. Returns how to stop. */
export function prefetchLink(anchor: Element, link: string, prefetcher: Prefetcher): () => void {
  if (prefetcher.mode === "all") prefetcher.onRender(link);
  if (prefetcher.mode === "in-view") return observe(anchor, () => prefetcher.onNear(link));
  if (prefetcher.mode === "hover") return followPointer(anchor, () => prefetcher.onHover(link));
  return () => {};
}

/** Calls callback once when the anchor is near the viewport. All links share one observer. */
function observe(anchor: Element, callback: () => void): () => void {
  if (typeof IntersectionObserver === "undefined") return () => {};
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        callbacks.get(target)?.();
        unobserve(target);
      }
    },
    { rootMargin: `${timing.prefetchMargin}px` },
  );
  callbacks.set(anchor, callback);
  observer.observe(anchor);
  return () => unobserve(anchor);
}

function unobserve(anchor: Element): void {
  callbacks.delete(anchor);
  observer?.unobserve(anchor);
}

function followPointer(anchor: Element, onEnter: () => () => void): () => void {
  let cancel = () => {};
  const over = () => {
    cancel();
    cancel = onEnter();
  };
  const out = () => cancel();
  anchor.addEventListener("mouseover", over);
  anchor.addEventListener("mouseout", out);
  return () => {
    cancel();
    anchor.removeEventListener("mouseover", over);
    anchor.removeEventListener("mouseout", out);
  };
}
