import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { acceptCookies, declineCookies, startConsent, useConsent } from "./consent.ts";

let stop = () => {};

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test resets the cookie
  document.cookie = "CookieConsent=; Max-Age=0; Path=/";
  localStorage.clear();
  stop = startConsent();
});

afterEach(() => stop());

const consent = () => renderHook(() => useConsent()).result.current;

test("consent is unknown on the first visit", () => {
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
  expect(localStorage.getItem("cookies")).toBe(value);
});

// Specification §9.8.1.
test("scrolling is no consent", () => {
  window.scrollTo(0, document.body.scrollHeight);
  window.dispatchEvent(new Event("scroll"));
  expect(consent()).toBe("unknown");
});

test("the decision is restored on the next visit", () => {
  acceptCookies();
  stop();
  stop = startConsent();
  expect(consent()).toBe("accepted");
});

test("an invalid cookie value means unknown", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test sets an invalid value
  document.cookie = "CookieConsent=-1; Path=/";
  stop();
  stop = startConsent();
  expect(consent()).toBe("unknown");
});

test("without the cookie the decision has expired, whatever storage has", () => {
  localStorage.setItem("cookies", "true");
  stop();
  stop = startConsent();
  expect(consent()).toBe("unknown");
  expect(localStorage.getItem("cookies")).toBeNull();
});

test("a decision in another tab applies at once", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the other tab writes the cookie
  document.cookie = "CookieConsent=true; Path=/";
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "cookies" })));
  expect(consent()).toBe("accepted");
  // biome-ignore lint/suspicious/noDocumentCookie: the other tab writes the cookie
  document.cookie = "CookieConsent=false; Path=/";
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "cookies" })));
  expect(consent()).toBe("declined");
});
