import { type RefObject, useCallback, useEffect, useState } from "react";
import { mayAutoplay, prefersReducedMotion } from "../../lib/reduced-motion.ts";

type Slides = {
  index: number;
  /** Shows another slide because the visitor asked for it: from then on nothing moves by itself. */
  go(index: number): void;
  /** Whether the slides move by themselves, and how to start and stop that. */
  moving: boolean;
  setMoving(moving: boolean): void;
  /** Rests while the visitor looks closer. */
  hold(held: boolean): void;
  scrolled(): void;
};

/** The place in a row of slides that the browser scrolls and snaps. seconds 0 means that it stays. */
export function useSlides(
  row: RefObject<HTMLElement | null>,
  count: number,
  seconds: number,
): Slides {
  const [index, setIndex] = useState(0);
  const [moving, setMoving] = useState(false);
  const [held, hold] = useState(false);

  const show = useCallback(
    (to: number) => {
      const next = (to + count) % count;
      setIndex(next);
      const list = row.current;
      const behavior = prefersReducedMotion() ? "instant" : "smooth";
      list?.scrollTo?.({ left: next * list.clientWidth, behavior });
    },
    [row, count],
  );

  useEffect(() => {
    if (seconds > 0 && count > 1 && mayAutoplay()) setMoving(true);
  }, [seconds, count]);

  useEffect(() => {
    if (!moving || held) return;
    const timer = setInterval(() => {
      if (isInSight(row.current)) show(index + 1);
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [moving, held, index, seconds, show, row]);

  return {
    index,
    go: (to) => {
      setMoving(false);
      show(to);
    },
    moving,
    setMoving,
    hold,
    scrolled: () => {
      const list = row.current;
      if (list && list.clientWidth > 0) setIndex(Math.round(list.scrollLeft / list.clientWidth));
    },
  };
}

/** Nothing moves where nobody looks. */
function isInSight(element: HTMLElement | null): boolean {
  if (!element || document.hidden) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}
