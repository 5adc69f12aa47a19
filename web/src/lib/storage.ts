/**
 * The storage keys of specification §3.18.1. The only cookie is the consent cookie, and
 * it decides; the key cookies repeats its value, to notify other tabs.
 */
export const storageKeys = {
  favorites: "favorites",
  cookies: "cookies",
  infoPopup: "info-popup",
  scroll: "scroll",
  visited: "visited",
  language: "language",
  wish: "wish",
} as const;

export const consentCookie = "CookieConsent";

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];
type Area = "localStorage" | "sessionStorage";

/** Reads JSON; undefined when it is missing or malformed, or the browser denies storage. */
export function readJSON(key: StorageKey, area: Area = "localStorage"): unknown {
  try {
    const text = window[area].getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON; false when the quota is exceeded or the browser denies storage. */
export function writeJSON(key: StorageKey, value: unknown, area: Area = "localStorage"): boolean {
  try {
    window[area].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Removes a value. */
export function removeStored(key: StorageKey): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // storage is denied
  }
}

/** Removes the cookies and storage keys that third-party scripts set on this site. */
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
    // storage is denied
  }
}

/** Reads a cookie of this site. */
export function readCookie(name: string): string | undefined {
  try {
    const pair = document.cookie.split("; ").find((entry) => entry.startsWith(`${name}=`));
    return pair?.slice(name.length + 1);
  } catch {
    return undefined; // a sandboxed frame is denied
  }
}

/** Writes a cookie for the whole site. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${name}=${value}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${secure}`;
  } catch {
    // A sandboxed frame is denied; the decision then lasts as long as the page.
  }
}
