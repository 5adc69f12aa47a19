import { timing } from "./timing.ts";

/** A chunk failed to load: type timeout after the time limit, else missing. */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
  readonly type: "timeout" | "missing";

  constructor(chunk: string, cause: unknown) {
    const type = cause instanceof TimeoutError ? "timeout" : "missing";
    super(`Loading chunk ${chunk} failed (${type})`, { cause });
    this.type = type;
  }
}

/** A promise did not settle within its time limit. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** Rejects with TimeoutError when promise has not settled within the time limit. */
export function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError("timeout")), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Imports the chunk at url with another query. Under the same URL the browser would return the
 * failure, or wait for the import that hangs.
 */
export function reloadChunk<M>(url: string, attempt: number): Promise<M> {
  const retry = new URL(url, window.location.href);
  retry.searchParams.set("retry", String(attempt));
  return import(/* @vite-ignore */ retry.href);
}

/** repeatableLoad for the chunk at url, which load imports. */
export const repeatableImport = <M>(chunk: string, load: () => Promise<M>, url: string) =>
  repeatableLoad<M>(chunk, load, (attempt) => reloadChunk(url, attempt));

/**
 * Returns a loader of a chunk that may be called again after a failure: then it calls reload with the
 * number of failures. It rejects with ChunkLoadError.
 */
export function repeatableLoad<M>(
  chunk: string,
  load: () => Promise<M>,
  reload: (attempt: number) => Promise<M>,
): () => Promise<M> {
  let failures = 0;
  return async () => {
    const attempt = failures;
    try {
      return await withTimeout(attempt > 0 ? reload(attempt) : load(), timing.chunkTimeout);
    } catch (cause) {
      failures = Math.max(failures, attempt + 1);
      throw new ChunkLoadError(chunk, cause);
    }
  };
}
