/**
 * The storage keys of specification §3.18.1. The consent cookie is the only cookie, and it alone decides;
 * cookies repeats what it says, so that other tabs hear of an answer.
 */
export const storageKeys = {
  favorites: "favorites",
  cookies: "cookies",
  infoPopup: "info-popup",
  scroll: "scroll",
} as const;

export const consentCookie = "CookieConsent";

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];
type Area = "localStorage" | "sessionStorage";

/** Reads JSON; undefined when there is none, it is broken, or the browser forbids storage. */
export function readJSON(key: StorageKey, area: Area = "localStorage"): unknown {
  try {
    const text = window[area].getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON; false when the quota is full or the browser forbids storage. */
export function writeJSON(key: StorageKey, value: unknown, area: Area = "localStorage"): boolean {
  try {
    window[area].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Takes a value away; where storage is forbidden there is none. */
export function forget(key: StorageKey): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // nothing is kept
  }
}

/** Takes away what services of other houses have left in this browser under our name. */
export function clearThirdPartyData(): void {
  const labels = window.location.hostname.split(".");
  const domains = labels.map((_, at) => `; Domain=${labels.slice(at).join(".")}`);
  try {
    for (const pair of document.cookie.split("; ")) {
      const name = pair.split("=")[0];
      if (!name || name === consentCookie) continue;
      for (const domain of ["", ...domains]) {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
        document.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
      }
    }
    const own = new Set<string>(Object.values(storageKeys));
    for (const area of [localStorage, sessionStorage]) {
      for (const key of Object.keys(area)) if (!own.has(key)) area.removeItem(key);
    }
  } catch {
    // Where storage is forbidden nobody has left anything.
  }
}

/** Reads a cookie of this site. */
export function readCookie(name: string): string | undefined {
  try {
    const pair = document.cookie.split("; ").find((entry) => entry.startsWith(`${name}=`));
    return pair?.slice(name.length + 1);
  } catch {
    return undefined; // a sandboxed frame may not ask
  }
}

/** Writes a cookie for the whole site. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${name}=${value}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`;
  } catch {
    // A sandboxed frame may not write; consent then lasts as long as the page.
  }
}
