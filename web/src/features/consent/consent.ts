import { consentCookie, readCookie, writeCookie } from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { timing } from "../../lib/timing.ts";

export type Consent = "unknown" | "accepted" | "declined";

const store = createStore<Consent>("unknown");
const again = createStore(false);

/** Reads what the visitor has decided on an earlier visit. */
export function startConsent(): void {
  store.set(decision(readCookie(consentCookie)));
}

/** Accepting lets the chat widget, foreign pictures and the call to sell appear. */
export const acceptCookies = (): void => decide("accepted");

/** Declining hides the banner and changes nothing else. */
export const declineCookies = (): void => decide("declined");

/** Asks once more, from the footer; until it is answered, what was decided holds. */
export const askAgain = (): void => again.set(true);

/** Whether the question stands on the page. */
export function useAsking(): boolean {
  const unanswered = useConsent() === "unknown";
  return useStore(again, false) || unanswered;
}

/** "unknown" on the server and in the first render. */
export const useConsent = (): Consent => useStore(store, "unknown");

function decide(consent: Consent): void {
  writeCookie(consentCookie, String(consent === "accepted"), timing.consentDays);
  again.set(false);
  store.set(consent);
}

function decision(cookie: string | undefined): Consent {
  if (cookie === "true") return "accepted";
  return cookie === "false" ? "declined" : "unknown";
}
