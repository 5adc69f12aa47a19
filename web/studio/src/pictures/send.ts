import { ask } from "../api/ask.ts";
import { ApiProblem, call, NoAnswer } from "../api/call.ts";
import type { MediaFile, Problem } from "../generated/api.ts";

/** The server takes no larger chunk: a slow line sends it before the deadline of a request. */
const CHUNK = 512 * 1024;

/** A chunk on the slowest line that is served ends in this time (ms). */
const TIMEOUT = 20_000;

/** Attempts in a row without a new byte, and the waits between them (ms): half a minute of a lost network. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

const TUS = { "Tus-Resumable": "1.0.0" };

export type Progress = (sent: number) => void;

/**
 * Sends a file in chunks, by the core of tus 1.0.0, and makes it one of the media library. A lost connection is resumed
 * where it stopped. Throws ApiProblem or NoAnswer.
 */
export async function sendFile(
  name: string,
  body: Blob,
  progress: Progress,
  signal: AbortSignal,
): Promise<MediaFile> {
  const at = await create(name, body.size, signal);
  try {
    await sendChunks(at, body, progress, signal);
    return await call<MediaFile>("POST", `${at}/finish`, undefined, { signal });
  } catch (error) {
    // An upload that nobody goes on with would stand in the way of the next one.
    await request("DELETE", at, AbortSignal.timeout(TIMEOUT)).catch(() => {});
    throw error;
  }
}

async function sendChunks(at: string, body: Blob, progress: Progress, signal: AbortSignal) {
  let offset = 0;
  let failures = 0;
  while (offset < body.size) {
    try {
      const sent = await request("PATCH", at, signal, {
        headers: {
          "Upload-Offset": String(offset),
          "Content-Type": "application/offset+octet-stream",
        },
        body: body.slice(offset, offset + CHUNK),
      });
      offset = numberOf(sent, "Upload-Offset");
      failures = 0;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      const wait = WAITS[failures];
      failures += 1;
      if (wait === undefined) throw error;
      await pause(wait, signal);
      offset = await offsetAt(at, offset, signal);
    }
    progress(offset);
  }
}

/** A new upload. While others of the session are on their way the server asks to wait. */
async function create(name: string, size: number, signal: AbortSignal): Promise<string> {
  for (let waits = 0; ; waits += 1) {
    try {
      const created = await request("POST", "uploads", signal, {
        headers: { "Upload-Length": String(size), "Upload-Metadata": `filename ${base64(name)}` },
      });
      return (created.headers.get("Location") ?? "").replace("/studio/api/", "");
    } catch (error) {
      const wait = WAITS[waits];
      if (signal.aborted || wait === undefined || !isPassing(error)) throw error;
      await pause(wait, signal);
    }
  }
}

/** How far the server has come; the known offset while it does not answer. */
async function offsetAt(at: string, known: number, signal: AbortSignal): Promise<number> {
  try {
    return numberOf(await request("HEAD", at, signal), "Upload-Offset");
  } catch (error) {
    if (signal.aborted || !isPassing(error)) throw error;
    return known;
  }
}

/** Whether the same call may succeed later: no answer, another request in work, too many, another offset. */
const isPassing = (error: unknown) =>
  error instanceof NoAnswer ||
  (error instanceof ApiProblem && [409, 423, 429, 503].includes(error.problem.status));

async function request(method: string, path: string, signal: AbortSignal, init: RequestInit = {}) {
  for (;;) {
    let response: Response;
    try {
      response = await fetch(`/studio/api/${path}`, {
        ...init,
        method,
        headers: { ...TUS, ...init.headers },
        credentials: "same-origin",
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
      });
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw new NoAnswer("no answer", { cause });
    }
    if (response.ok) return response;
    const problem = await problemOf(response);
    if (problem.type !== "signed-out" || !(await ask("sign-in"))) throw new ApiProblem(problem);
  }
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const problem = (await response.json()) as Problem;
    if (typeof problem.type === "string" && typeof problem.title === "string") return problem;
  } catch {
    // HEAD has no body, and a proxy's page is none of the server.
  }
  if (response.status === 404) return { type: "not-found", status: 404, title: "" };
  throw new NoAnswer(`status ${response.status}`);
}

const numberOf = (response: Response, header: string) => Number(response.headers.get(header));

const base64 = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text.slice(-300))));

const pause = (time: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
