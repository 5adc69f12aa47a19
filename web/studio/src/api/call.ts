import type { Problem } from "../generated/api.ts";
import { currentLang } from "../words/words.ts";
import { ask } from "./ask.ts";

/** The server refused a call. The message is a sentence for the user. */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}

/** No answer came: the network is off, or the server does not answer. The call may have had its effect. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An upload of text on a slow line ends in this time (ms). */
const TIMEOUT = 30_000;

export type CallOptions = {
  /** False: a problem of the session is thrown, nobody is asked to sign in. */
  askUser?: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Calls /studio/api/{path}. When the session has ended, or a factor must be confirmed, it asks the user in
 * place and repeats the call. Throws ApiProblem or NoAnswer.
 */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  { askUser = true, signal }: CallOptions = {},
): Promise<T> {
  for (;;) {
    const response = await send(method, path, body, signal);
    if (response.ok) return await readBody<T>(response);
    const problem = await readProblem(response);
    const question =
      problem.type === "signed-out" ? "sign-in" : problem.type === "strong" ? "strong" : null;
    if (!question || !askUser || !(await ask(question))) throw new ApiProblem(problem);
  }
}

async function send(method: Method, path: string, body: unknown, signal?: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, TIMEOUT);
  signal?.addEventListener("abort", abort);
  const init: RequestInit = {
    method,
    headers: { Accept: "application/json", "Accept-Language": currentLang() },
    credentials: "same-origin",
    signal: controller.signal,
  };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  try {
    return await fetch(`/studio/api/${path}`, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new NoAnswer("no answer", { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function readBody<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch (cause) {
    // The connection was lost within the answer.
    throw new NoAnswer("no answer", { cause });
  }
}

/** The problem of a response. A proxy's error page is none: the server does not answer. */
async function readProblem(response: Response): Promise<Problem> {
  try {
    const problem = (await response.json()) as Problem;
    if (typeof problem.type === "string" && typeof problem.title === "string") return problem;
  } catch {
    // Below.
  }
  throw new NoAnswer(`status ${response.status}`);
}

/** A key that makes a call idempotent: the same one is sent when the call is repeated. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
