import type { EnquiryResponse } from "../../generated/view.ts";
import { currentCampaign } from "../../lib/campaign.ts";

/** The timeout of the request in ms; then the form shows that there is no connection. */
const SEND_TIMEOUT = 30_000;

/**
 * Sends an enquiry and returns the response. Rejects when there is no valid one; a retry is safe,
 * because the server stores equal enquiries once.
 */
export async function sendEnquiry(action: string, body: URLSearchParams): Promise<EnquiryResponse> {
  const response = await fetch(action, {
    method: "POST",
    headers: { accept: "application/json" },
    body,
    signal: AbortSignal.timeout(SEND_TIMEOUT),
  });
  const answer = (await response.json()) as EnquiryResponse;
  if (answer.ok !== response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return answer;
}

/** The form's fields and elapsed, the time in ms that filling in took; bots are faster than people. */
export function enquiryBody(form: HTMLFormElement, elapsed: number): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") body.set(name, value);
  }
  const campaign = currentCampaign();
  if (campaign) body.set("campaign", campaign);
  body.set("elapsed", String(Math.max(0, Math.round(elapsed))));
  return body;
}
