import { prefersReducedMotion } from "../lib/reduced-motion.ts";
import { timing } from "../lib/timing.ts";

/** The scroll handler of specification §4.14; call update after a navigation or a fetch. */
export type Reveal = { update(): void; stop(): void };

/**
 * Adds the class active to elements of class reveal near the viewport's bottom: on start, after
 * each update, and on scroll. With reduced motion it hides nothing. Start it after hydration: a
 * class that it adds earlier is a hydration mismatch.
 */
export function startReveal(): Reveal {
  if (prefersReducedMotion()) return { update: () => {}, stop: () => {} };
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
  const update = () => {
    clearTimeout(timer);
    timer = setTimeout(run, timing.revealDelay);
  };

  // Elements in the viewport are visible already, so they become active before the styles apply.
  run();
  document.documentElement.dataset.reveal = "on";
  window.addEventListener("scroll", scrolled, { passive: true });
  update();
  return {
    update,
    stop() {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", scrolled);
      delete document.documentElement.dataset.reveal;
    },
  };
}
