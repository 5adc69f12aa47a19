import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { acceptCookies, declineCookies, startConsent, useConsent } from "./consent.ts";

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: what the product writes is what is tested
  document.cookie = "CookieConsent=; Max-Age=0; Path=/";
  startConsent();
});

const consent = () => renderHook(() => useConsent()).result.current;

test("nobody has decided at the first visit", () => {
  expect(consent()).toBe("unknown");
});

test.each([
  ["accepted", acceptCookies, "true"],
  ["declined", declineCookies, "false"],
] as const)("%s is kept as %s for 365 days", (decision, decide, value) => {
  const written = vi.spyOn(document, "cookie", "set");
  act(decide);
  expect(consent()).toBe(decision);
  expect(written.mock.calls[0]?.[0]).toMatch(
    new RegExp(`^CookieConsent=${value}; Max-Age=31536000; Path=/`),
  );
});

test("the decision holds on the next visit", () => {
  acceptCookies();
  startConsent();
  expect(consent()).toBe("accepted");
});

test("a cookie of another spelling decides nothing", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a visitor may have changed
  document.cookie = "CookieConsent=-1; Path=/";
  startConsent();
  expect(consent()).toBe("unknown");
});
