import { type RefObject, useCallback, useEffect, useState } from "react";
import { mayAutoplay, prefersReducedMotion } from "../../lib/reduced-motion.ts";

type Slides = {
  index: number;
  /** Shows another slide for the visitor and stops the automatic playback. */
  go(index: number): void;
  /** The automatic playback. */
  playing: boolean;
  setPlaying(playing: boolean): void;
  /** Pauses the playback, while the pointer or the focus is inside. */
  setPaused(paused: boolean): void;
  onScroll(): void;
};

/** The position in a row of slides that scrolls and snaps. seconds is the interval of the playback; 0 turns it off. */
export function useSlides(
  row: RefObject<HTMLElement | null>,
  count: number,
  seconds: number,
): Slides {
  const [index, setIndex] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [paused, setPaused] = useState(false);

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
    if (seconds > 0 && count > 1 && mayAutoplay()) setPlaying(true);
  }, [seconds, count]);

  useEffect(() => {
    if (!playing || paused) return;
    const timer = setInterval(() => {
      if (isVisible(row.current)) show(index + 1);
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [playing, paused, index, seconds, show, row]);

  return {
    index,
    go: (to) => {
      setPlaying(false);
      show(to);
    },
    playing,
    setPlaying,
    setPaused,
    onScroll: () => {
      const list = row.current;
      if (list && list.clientWidth > 0) setIndex(Math.round(list.scrollLeft / list.clientWidth));
    },
  };
}

/** Whether an element is in the viewport of a visible document. */
function isVisible(element: HTMLElement | null): boolean {
  if (!element || document.hidden) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}
