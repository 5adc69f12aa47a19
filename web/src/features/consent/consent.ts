import {
  consentCookie,
  forget,
  readCookie,
  storageKeys,
  writeCookie,
  writeJSON,
} from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { timing } from "../../lib/timing.ts";

export type Consent = "unknown" | "accepted" | "declined";

const store = createStore<Consent>("unknown");
const again = createStore(false);

/** Reads what the visitor has decided on an earlier visit, and follows the other tabs. Returns how to stop. */
export function startConsent(): () => void {
  read();
  if (store.get() === "unknown") forget(storageKeys.cookies); // what is left of an answer that has run out
  const follow = (event: StorageEvent) => {
    if (event.key !== storageKeys.cookies && event.key !== null) return;
    read();
    if (store.get() !== "unknown") again.set(false);
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}

/** Accepting lets the chat widget, foreign pictures and the call to sell appear. */
export const acceptCookies = (): void => decide("accepted");

/** Declining hides the banner and changes nothing else. */
export const declineCookies = (): void => decide("declined");

/** Asks once more, from the footer; until it is answered, what was decided holds. */
export const reopenConsent = (): void => again.set(true);

/** Whether the question stands on the page. */
export function useConsentBannerOpen(): boolean {
  const unanswered = useConsent() === "unknown";
  return useStore(again, false) || unanswered;
}

/** "unknown" on the server and in the first render. */
export const useConsent = (): Consent => useStore(store, "unknown");

function decide(consent: Consent): void {
  const accepted = consent === "accepted";
  writeCookie(consentCookie, String(accepted), timing.consentDays);
  writeJSON(storageKeys.cookies, accepted);
  again.set(false);
  store.set(consent);
}

const read = (): void => store.set(decision(readCookie(consentCookie)));

function decision(cookie: string | undefined): Consent {
  if (cookie === "true") return "accepted";
  return cookie === "false" ? "declined" : "unknown";
}
