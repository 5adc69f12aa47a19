/** Whether the visitor asked for less motion. */
export const prefersCalm = (): boolean =>
  window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

/** Whether something may move by itself and be fetched for it: motion is welcome, data is not counted. */
export function mayMove(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !prefersCalm() && !connection?.saveData;
}
