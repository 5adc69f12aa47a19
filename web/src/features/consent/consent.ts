import {
  consentCookie,
  readCookie,
  removeStored,
  storageKeys,
  writeCookie,
  writeJSON,
} from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { timing } from "../../lib/timing.ts";

export type Consent = "unknown" | "accepted" | "declined";

const store = createStore<Consent>("unknown");
/** The banner was opened again from the footer. */
const reopened = createStore(false);

/** Reads the decision of an earlier visit, and follows changes in other tabs. Returns how to stop. */
export function startConsent(): () => void {
  read();
  if (store.get() === "unknown") removeStored(storageKeys.cookies); // the cookie has expired
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKeys.cookies && event.key !== null) return;
    read();
    if (store.get() !== "unknown") reopened.set(false);
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Enables chat, analytics, map tiles and the call to sell. */
export const acceptCookies = (): void => decide("accepted");

/** Hides the banner; nothing is enabled. */
export const declineCookies = (): void => decide("declined");

/** Opens the banner again, from the footer. The earlier decision stays until the new one. */
export const reopenConsent = (): void => reopened.set(true);

/** Whether the cookie banner is open. */
export function useConsentBannerOpen(): boolean {
  const unanswered = useConsent() === "unknown";
  return useStore(reopened, false) || unanswered;
}

/** "unknown" on the server and in the first render. */
export const useConsent = (): Consent => useStore(store, "unknown");

function decide(consent: Consent): void {
  const accepted = consent === "accepted";
  writeCookie(consentCookie, String(accepted), timing.consentDays);
  writeJSON(storageKeys.cookies, accepted);
  reopened.set(false);
  store.set(consent);
}

const read = (): void => store.set(decision(readCookie(consentCookie)));

function decision(cookie: string | undefined): Consent {
  if (cookie === "true") return "accepted";
  return cookie === "false" ? "declined" : "unknown";
}
