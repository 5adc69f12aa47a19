import { describe, expect, test } from "vitest";
import { resolveLink, splitHash, startAddress } from "./address.ts";

test("splitHash keeps the # of the hash", () => {
  expect(splitHash("/a/?b=1#c?d")).toEqual(["/a/?b=1", "#c?d"]);
  expect(splitHash("/a/")).toEqual(["/a/", ""]);
});

describe("startAddress", () => {
  const at = (search: string, hash = "") => ({ search, hash });

  test("has the server's path", () => {
    expect(startAddress(at("?a=1"), "/caf%c3%a9/?a=1")).toBe("/caf%c3%a9/?a=1");
  });
  test("keeps query keys that the server removed, such as campaign keys", () => {
    expect(startAddress(at("?a=1&utm_source=x"), "/b/?a=1")).toBe("/b/?a=1&utm_source=x");
  });
  test("removes reserved keys, and the question mark of an empty query", () => {
    expect(startAddress(at("?frontity_name=x"), "/b/")).toBe("/b/");
  });
  test("keeps the hash", () => {
    expect(startAddress(at("", "#video"), "/b/")).toBe("/b/#video");
  });
});

describe("resolveLink", () => {
  const base = "https://site.test/es/blog/";

  test.each([
    ["/a/?b=1#c", "/a/?b=1#c"],
    ["https://site.test/a/", "/a/"],
    ["page/2/", "/es/blog/page/2/"],
    ["?s=x", "/es/blog/?s=x"],
  ])("%s is a link of the site", (link, want) => {
    expect(resolveLink(link, base)).toBe(want);
  });
  test.each(["https://other.test/", "//other.test/a", "mailto:a@b.test", "http://["])(
    "%s is none",
    (link) => {
      expect(resolveLink(link, base)).toBeNull();
    },
  );
});
