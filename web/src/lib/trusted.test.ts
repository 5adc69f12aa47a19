import { afterEach, expect, test, vi } from "vitest";

type Rules = Record<"createHTML" | "createScript" | "createScriptURL", (text: string) => unknown>;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("without Trusted Types texts stay texts", async () => {
  const { trustedHTML, trustedData } = await import("./trusted.ts");
  expect(trustedHTML("<p>a</p>")).toBe("<p>a</p>");
  expect(trustedData({ a: 1 })).toBe('{"a":1}');
});

test("Trusted Types: markup of Go, scripts only of JSON, and what a map needs", async () => {
  const policies = new Map<string, Rules>();
  vi.stubGlobal("trustedTypes", {
    createPolicy(name: string, rules: Rules) {
      policies.set(name, rules);
      return {
        createHTML: (text: string) => `trusted ${rules.createHTML(text)}`,
        createScript: (text: string) => `trusted ${rules.createScript(text)}`,
      };
    },
  });
  const { trustedHTML, trustedData } = await import("./trusted.ts");
  expect([...policies.keys()]).toEqual(["estate", "default"]);
  expect(trustedHTML("<p>a</p>")).toBe("trusted <p>a</p>");
  expect(trustedData({ a: 1 })).toBe('trusted {"a":1}');
  expect(() => policies.get("estate")?.createScript("alert(1)")).toThrow();

  const { createHTML, createScriptURL, createScript } = policies.get("default") as Rules;
  const credit = '© <a href="https://maps.example/" target="_blank">Maps</a> | data';
  expect(createHTML(credit)).toBe(credit);
  for (const markup of [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    '<a href="javascript:alert(1)">a</a>',
    '<a onclick="alert(1)" href="https://maps.example/">a</a>',
    '<a href="https://maps.example/" onclick="alert(1)">a</a>',
  ])
    expect(createHTML(markup)).toBeNull();
  expect(createScriptURL("/assets/worker.mjs")).toBe(`${location.origin}/assets/worker.mjs`);
  for (const address of [
    "https://evil.test/assets/a.js",
    "/media/a.js",
    "blob:x",
    "data:,a",
    "javascript:alert(1)",
  ])
    expect(createScriptURL(address)).toBeNull();
  expect(createScript).toBeUndefined();
});
