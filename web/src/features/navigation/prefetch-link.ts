import { timing } from "../../lib/timing.ts";
import type { Prefetcher } from "./prefetch.ts";

const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Reports an anchor to the prefetcher, as its mode requires. Returns how to stop. */
export function prefetchLink(anchor: Element, link: string, prefetcher: Prefetcher): () => void {
  if (prefetcher.mode === "all") prefetcher.onRender(link);
  if (prefetcher.mode === "all" || prefetcher.mode === "in-view") {
    watchIntent();
    intents.set(anchor, (hovers) => prefetcher.onIntent(link, hovers));
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

/**
 * Reports a form to the prefetcher when the visitor points at its button, in the modes that react to
 * intention. linkOf returns the link of the form as it is filled in.
 */
export function prefetchForm(
  form: HTMLFormElement,
  linkOf: () => string,
  prefetcher: Prefetcher,
): void {
  if (prefetcher.mode !== "all" && prefetcher.mode !== "in-view") return;
  watchIntent();
  intents.set(form, (hovers) => prefetcher.onIntent(linkOf(), hovers));
}

/** Reports what the visitor does with an anchor that opens something else than a page. */
export function watchAnchor(anchor: Element, intent: Intent): void {
  watchIntent();
  intents.set(anchor, intent);
}

/** What to do when the visitor points at an anchor, touches or focuses it. hovers: by a mouse that stays over it. */
type Intent = (hovers: boolean) => void;

/** What to do when the visitor points at an anchor, or at the button of a form. One set of listeners serves all. */
const intents = new WeakMap<Element, Intent>();
let watching = false;

/** Reports anchors and buttons of forms below a pointer, a finger or the focus. */
function watchIntent(): void {
  if (watching) return;
  watching = true;
  const intentOf = ({ target }: Event) => {
    if (!(target instanceof Element)) return undefined;
    const form = target.closest<HTMLButtonElement>("button[type=submit]")?.form;
    return intents.get(form ?? target.closest("a") ?? target);
  };
  const point = (event: Event) => intentOf(event)?.(event.type === "pointerover");
  const options = { passive: true };
  let hovering: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("focusin", point, options);
  document.addEventListener(
    "pointerdown",
    (event) => {
      clearTimeout(hovering);
      point(event);
    },
    options,
  );
  document.addEventListener(
    "pointerover",
    (event) => {
      clearTimeout(hovering);
      if (event.pointerType === "mouse") hovering = setTimeout(point, timing.prefetchHover, event);
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
