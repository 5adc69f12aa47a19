/** Keeps work back until the visitor does something; afterwards it is done at once. */
export type FirstGesture = (work: () => void) => void;

const GESTURES = ["pointerover", "touchstart", "keydown", "scroll"] as const;

/**
 * Chunks of views that may never be opened wait for a sign that somebody is there: what loads
 * before it is only what the page itself needs.
 */
export function awaitFirstGesture(): FirstGesture {
  let waiting: (() => void)[] | null = [];
  const begin = () => {
    for (const gesture of GESTURES) window.removeEventListener(gesture, begin);
    const works = waiting ?? [];
    waiting = null;
    for (const work of works) work();
  };
  for (const gesture of GESTURES) window.addEventListener(gesture, begin, { passive: true });
  return (work) => {
    if (waiting) waiting.push(work);
    else work();
  };
}
