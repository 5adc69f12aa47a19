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
