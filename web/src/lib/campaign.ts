import { consentCookie, readCookie } from "./storage.ts";

let first = "";

/** Remembers the utm keys of the first address of the visit, in memory only. */
export function rememberCampaign(search: string): void {
  first = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([key]) => key.startsWith("utm_")),
  ).toString();
}

/** The utm keys as a query; "" until the visitor has accepted cookies. */
export const currentCampaign = (): string => (readCookie(consentCookie) === "true" ? first : "");
