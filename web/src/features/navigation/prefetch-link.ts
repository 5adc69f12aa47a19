import { timing } from "../../lib/timing.ts";
import type { Prefetcher } from "./prefetch.ts";

const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Reports an anchor to the prefetcher, as its mode requires. Returns how to stop. */
export function prefetchLink(anchor: Element, link: string, prefetcher: Prefetcher): () => void {
  if (prefetcher.mode === "all") prefetcher.onRender(link);
  if (prefetcher.mode === "all" || prefetcher.mode === "in-view") {
    watchIntent();
    intents.set(anchor, () => prefetcher.onIntent(link));
  }
  if (prefetcher.mode === "in-view") return observe(anchor, () => prefetcher.onNear(link));
  if (prefetcher.mode === "hover") return followPointer(anchor, () => prefetcher.onHover(link));
  return () => {};
}

/**
 * Calls callback once when the anchor is near the viewport and a visitor can see it. All links share
 * one observer. It also reports anchors with visibility hidden, such as those of a closed submenu:
 * they wait until something on the page becomes visible.
 */
function observe(anchor: Element, callback: () => void): () => void {
  if (typeof IntersectionObserver === "undefined") return () => {};
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) hidden.delete(target);
        else if (isVisible(target)) report(target);
        else waitUntilVisible(target);
      }
    },
    { rootMargin: `${timing.prefetchMargin}px` },
  );
  callbacks.set(anchor, callback);
  observer.observe(anchor);
  return () => unobserve(anchor);
}

const isVisible = (anchor: Element): boolean =>
  anchor.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;

function report(anchor: Element): void {
  callbacks.get(anchor)?.();
  unobserve(anchor);
}

function unobserve(anchor: Element): void {
  callbacks.delete(anchor);
  hidden.delete(anchor);
  observer?.unobserve(anchor);
}

/** Anchors near the viewport that nobody can see. */
const hidden = new Set<Element>();
let check: ReturnType<typeof setTimeout> | undefined;

/** The events after which a hidden anchor may be visible. */
const REVEALING = ["pointerover", "focusin", "click", "transitionend"] as const;

function waitUntilVisible(anchor: Element): void {
  if (hidden.size === 0)
    for (const type of REVEALING) document.addEventListener(type, scheduleCheck, { passive: true });
  hidden.add(anchor);
}

function scheduleCheck(): void {
  if (check !== undefined) return;
  check = setTimeout(() => {
    check = undefined;
    for (const anchor of hidden) if (isVisible(anchor)) report(anchor);
    if (hidden.size > 0) return;
    for (const type of REVEALING) document.removeEventListener(type, scheduleCheck);
  }, timing.prefetchReveal);
}

/** What to do when the visitor points at an anchor. One set of listeners serves all links. */
const intents = new WeakMap<Element, () => void>();
let watching = false;

/** Reports anchors below a resting pointer, a finger or the focus. */
function watchIntent(): void {
  if (watching) return;
  watching = true;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const report = ({ target }: Event) =>
    target instanceof Element && intents.get(target.closest("a") ?? target)?.();
  const options = { passive: true };
  document.addEventListener("pointerdown", report, options);
  document.addEventListener("focusin", report, options);
  document.addEventListener(
    "pointerover",
    (event) => {
      clearTimeout(rest);
      if (event.pointerType === "mouse") rest = setTimeout(report, timing.prefetchHover, event);
    },
    options,
  );
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
