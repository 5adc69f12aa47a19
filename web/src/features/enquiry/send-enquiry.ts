import type { EnquiryAnswer } from "../../generated/view.ts";

/** How long an answer may take before the visitor is told that there is no connection. */
const PATIENCE = 30_000;

/**
 * Sends a form and returns the server's answer. It throws when there is none; sending the same
 * again is harmless, the server stores equal enquiries once.
 */
export async function sendEnquiry(action: string, body: URLSearchParams): Promise<EnquiryAnswer> {
  const response = await fetch(action, {
    method: "POST",
    headers: { accept: "application/json" },
    body,
    signal: AbortSignal.timeout(PATIENCE),
  });
  const answer = (await response.json()) as EnquiryAnswer;
  if (answer.ok !== response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return answer;
}

/** The form's fields, and the time it took to fill them in: robots are quicker than people. */
export function enquiryBody(form: HTMLFormElement, elapsed: number): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") body.set(name, value);
  }
  body.set("elapsed", String(Math.max(0, Math.round(elapsed))));
  return body;
}
