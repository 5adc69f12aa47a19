/**
 * Resolves in a task of its own, so that the browser can paint and handle input before what follows.
 * The rest of the caller comes before other tasks that wait, where the browser can do that.
 */
export const nextTask = (): Promise<void> =>
  window.scheduler?.yield
    ? window.scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
