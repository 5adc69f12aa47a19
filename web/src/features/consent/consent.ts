import { consentCookie, readCookie, writeCookie } from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { timing } from "../../lib/timing.ts";

export type Consent = "unknown" | "accepted" | "declined";

const store = createStore<Consent>("unknown");

/** Reads what the visitor has decided on an earlier visit. */
export function startConsent(): void {
  store.set(decision(readCookie(consentCookie)));
}

/** Accepting lets the chat widget, foreign pictures and the call to sell appear. */
export const acceptCookies = (): void => decide("accepted");

/** Declining hides the banner and changes nothing else. */
export const declineCookies = (): void => decide("declined");

/** "unknown" on the server and in the first render. */
export const useConsent = (): Consent => useStore(store, "unknown");

function decide(consent: Consent): void {
  writeCookie(consentCookie, String(consent === "accepted"), timing.consentDays);
  store.set(consent);
}

function decision(cookie: string | undefined): Consent {
  if (cookie === "true") return "accepted";
  return cookie === "false" ? "declined" : "unknown";
}
