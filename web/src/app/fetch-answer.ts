import type { Answer } from "../generated/view.ts";

/** The server answered, but not with a view or a redirect. */
export class AnswerError extends Error {
  override name = "AnswerError";
  readonly status: number;

  constructor(status: number) {
    super(`no view in the answer (status ${status})`);
    this.status = status;
  }
}

/**
 * Asks the server what a link means. A 404 carries a view as well, so the status decides nothing
 * here. Rejects with fetch's TypeError when the network fails, else with AnswerError.
 */
export async function fetchAnswer(link: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(`/_view${link}`, {
    signal,
    headers: { Accept: "application/json" },
    credentials: "same-origin",
  });
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (signal.aborted) throw error;
    return undefined;
  });
  if (!isAnswer(answer)) throw new AnswerError(response.status);
  return answer;
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && ("view" in value || "redirect" in value);
}
