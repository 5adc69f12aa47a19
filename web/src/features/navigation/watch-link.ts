import { timing } from "../../lib/timing.ts";
import type { Prefetcher } from "./prefetch.ts";

const near = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Prefetches what an anchor leads to, as the mode says. Returns how to stop. */
export function watchLink(anchor: Element, link: string, prefetcher: Prefetcher): () => void {
  if (prefetcher.mode === "all") prefetcher.shown(link);
  if (prefetcher.mode === "in-view") return observe(anchor, () => prefetcher.near(link));
  if (prefetcher.mode === "hover") return followPointer(anchor, () => prefetcher.hover(link));
  return () => {};
}

/** One observer serves every link of the page. */
function observe(anchor: Element, then: () => void): () => void {
  if (typeof IntersectionObserver === "undefined") return () => {};
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.get(target)?.();
        unobserve(target);
      }
    },
    { rootMargin: `${timing.prefetchMargin}px` },
  );
  near.set(anchor, then);
  observer.observe(anchor);
  return () => unobserve(anchor);
}

function unobserve(anchor: Element): void {
  near.delete(anchor);
  observer?.unobserve(anchor);
}

function followPointer(anchor: Element, enter: () => () => void): () => void {
  let cancel = () => {};
  const over = () => {
    cancel();
    cancel = enter();
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
