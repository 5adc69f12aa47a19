import { afterEach, expect, test } from "vitest";
import { currentCampaign, rememberCampaign } from "./campaign.ts";

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test resets the cookie
  document.cookie = "CookieConsent=; Max-Age=0; Path=/";
});

test("the campaign of the first page is told after consent only", () => {
  rememberCampaign("?utm_source=google&s_type=15&utm_medium=cpc&gclid=1");
  expect(currentCampaign()).toBe("");
  // biome-ignore lint/suspicious/noDocumentCookie: the test accepts cookies
  document.cookie = "CookieConsent=false; Path=/";
  expect(currentCampaign()).toBe("");
  // biome-ignore lint/suspicious/noDocumentCookie: the test accepts cookies
  document.cookie = "CookieConsent=true; Path=/";
  expect(currentCampaign()).toBe("utm_source=google&utm_medium=cpc");
  expect(Object.keys({ ...localStorage, ...sessionStorage })).toEqual([]);
});
