/** Queues tasks until the first interaction; afterwards it runs them at once. */
export type InteractionQueue = (task: () => void) => void;

const EVENTS = ["pointerover", "touchstart", "keydown", "scroll"] as const;

/**
 * Creates a queue that runs its tasks on the visitor's first interaction. It delays the chunks of
 * views that may never be opened, so that the first load is only what the page itself needs.
 */
export function createInteractionQueue(): InteractionQueue {
  let queue: (() => void)[] | null = [];
  const flush = () => {
    for (const event of EVENTS) window.removeEventListener(event, flush);
    const tasks = queue ?? [];
    queue = null;
    for (const task of tasks) task();
  };
  for (const event of EVENTS) window.addEventListener(event, flush, { passive: true });
  return (task) => {
    if (queue) queue.push(task);
    else task();
  };
}
