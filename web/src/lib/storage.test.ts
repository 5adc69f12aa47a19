import { expect, test } from "vitest";
import { consentCookie, storageKeys } from "./storage.ts";

// Specification §3.18.1.
test("the storage keys are those that the old site wrote", () => {
  expect(storageKeys).toMatchObject({
    favorites: "favorites",
    cookies: "cookies",
    infoPopup: "info-popup",
  });
  expect(consentCookie).toBe("CookieConsent");
});
