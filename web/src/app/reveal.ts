import { prefersCalm } from "../lib/calm.ts";
import { timing } from "../lib/timing.ts";

/** The scroll handler of specification §4.14; changed is called after a route change or a fetch. */
export type Reveal = { changed(): void; stop(): void };

/**
 * Makes elements with the reveal class active once they are within reach of the viewport's bottom:
 * on load, after each change, and on scroll. With reduced motion nothing is ever hidden. It starts after
 * hydration: a class of its own on the server's elements would be a difference.
 */
export function startReveal(): Reveal {
  if (prefersCalm()) return { changed: () => {}, stop: () => {} };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const run = () => {
    frame = 0;
    const bottom = window.innerHeight + timing.revealMargin;
    for (const element of document.querySelectorAll(".reveal:not(.active)")) {
      if (element.getBoundingClientRect().top <= bottom) element.classList.add("active");
    }
  };
  const scrolled = () => {
    frame ||= requestAnimationFrame(run);
  };
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(run, timing.revealDelay);
  };

  // What is in sight when the script starts has been seen: it must not vanish to come again.
  run();
  document.documentElement.dataset.reveal = "on";
  window.addEventListener("scroll", scrolled, { passive: true });
  changed();
  return {
    changed,
    stop() {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", scrolled);
      delete document.documentElement.dataset.reveal;
    },
  };
}
