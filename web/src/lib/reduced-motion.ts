import { connection } from "./connection.ts";

/** Whether the visitor prefers reduced motion. */
export const prefersReducedMotion = (): boolean =>
  window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

/** Whether media may play automatically: neither reduced motion nor data saving is on. */
export const mayAutoplay = (): boolean => !prefersReducedMotion() && !connection()?.saveData;
