import { useEffect, useState } from "react";

/** What the button must never lie on: the search and its button, wherever they scroll to. */
const CLEAR = "form[role=search], [data-keep-clear]";

/** The strip at the window's end where the button is, in px. */
const STRIP = 140;

/** True while something to keep clear of stands where the button is. */
export function useOverlap(link: string): boolean {
  const [inTheWay, setInTheWay] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page brings other forms
  useEffect(() => {
    if (typeof IntersectionObserver === "undefined") return;
    const near = new Set<Element>();
    let observer: IntersectionObserver | undefined;
    const look = () => {
      observer?.disconnect();
      near.clear();
      observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) near.add(target);
            else near.delete(target);
          }
          setInTheWay(near.size > 0);
        },
        { rootMargin: `${STRIP - window.innerHeight}px 0px 0px 0px` },
      );
      for (const element of document.querySelectorAll(CLEAR)) observer.observe(element);
    };
    look();
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("resize", look);
      observer?.disconnect();
    };
  }, [link]);
  return inTheWay;
}
