import type { ViewResponse } from "../generated/view.ts";

/** The response of /_view holds neither a view nor a redirect. */
export class ViewResponseError extends Error {
  override name = "ViewResponseError";
  readonly status: number;

  constructor(status: number) {
    super(`no view in the response (status ${status})`);
    this.status = status;
  }
}

/**
 * Fetches the view or redirect of a link from /_view. A 404 carries a view as well, so the status
 * decides nothing here. Rejects with fetch's TypeError when the network fails, else with ViewResponseError.
 * A busy server answers a prefetch after what visitors wait for.
 */
export async function fetchView(
  link: string,
  signal: AbortSignal,
  isPrefetch = false,
): Promise<ViewResponse> {
  const response = await fetch(`/_view${link}`, {
    signal,
    headers: { Accept: "application/json", ...(isPrefetch && { Purpose: "prefetch" }) },
    credentials: "same-origin",
  });
  const body: unknown = await response.json().catch((error: unknown) => {
    if (signal.aborted) throw error;
    return undefined;
  });
  if (!isAnswer(body)) throw new ViewResponseError(response.status);
  return body;
}

function isAnswer(value: unknown): value is ViewResponse {
  return typeof value === "object" && value !== null && ("view" in value || "redirect" in value);
}
