import { useEffect, useState } from "react";

/** The elements that the chat button must not cover: search forms, and others that ask for it. */
const KEEP_CLEAR = "form[role=search], [data-keep-clear]";

/** The height of the strip at the window's bottom edge that has the button, in px. */
const STRIP_HEIGHT = 140;

/** Whether the chat button would cover one of these elements. */
export function useOverlap(link: string): boolean {
  const [overlaps, setOverlaps] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms
  useEffect(() => {
    if (typeof IntersectionObserver === "undefined") return;
    const visible = new Set<Element>();
    let observer: IntersectionObserver | undefined;
    const observe = () => {
      observer?.disconnect();
      visible.clear();
      observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) visible.add(target);
            else visible.delete(target);
          }
          setOverlaps(visible.size > 0);
        },
        { rootMargin: `${STRIP_HEIGHT - window.innerHeight}px 0px 0px 0px` },
      );
      for (const element of document.querySelectorAll(KEEP_CLEAR)) observer.observe(element);
    };
    observe();
    window.addEventListener("resize", observe);
    return () => {
      window.removeEventListener("resize", observe);
      observer?.disconnect();
    };
  }, [link]);
  return overlaps;
}
