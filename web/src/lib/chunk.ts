/** A chunk that did not arrive: in time (timeout) or at all (missing). */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
  readonly type: "timeout" | "missing";

  constructor(chunk: string, cause: unknown) {
    const type = cause instanceof TimeoutError ? "timeout" : "missing";
    super(`Loading chunk ${chunk} failed (${type})`, { cause });
    this.type = type;
  }
}

/** A promise took longer than it was given. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** Rejects with TimeoutError when promise has not settled in time. */
export function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError("timeout")), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

let tries = 0;

/**
 * Imports a module once more. One that hangs would hang on, and one that failed stays failed in some
 * browsers, as long as it has the same address: so it is asked for under another one.
 */
export function importAgain<T>(loader: () => Promise<T>): Promise<T> {
  const [, file] = /\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/.exec(String(loader)) ?? [];
  if (!file) return loader();
  const address = new URL(file, import.meta.url);
  address.searchParams.set("again", String(++tries));
  return import(/* @vite-ignore */ address.href) as Promise<T>;
}
