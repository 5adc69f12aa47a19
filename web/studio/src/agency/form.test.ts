import { describe, expect, test } from "vitest";
import { changesOf, type Edits, edit, readCount, valueAt, withoutSent } from "./form.ts";

const doc = { site_title: "Zero", tagline: { en: "Homes" }, agents: 40, social: [] };

describe("edit", () => {
  test("keeps the value that the user saw while they type on", () => {
    const once = edit({}, doc, "site_title", "Zer");
    const later = { ...doc, site_title: "Changed by somebody else" };
    expect(edit(once, later, "site_title", "Ze")).toEqual({
      site_title: { from: "Zero", to: "Ze" },
    });
  });

  test("is no edit any more when the stored value stands again", () => {
    const changed = edit({}, doc, "tagline.en", "Houses");
    expect(edit(changed, doc, "tagline.en", "Homes")).toEqual({});
  });

  test.each([
    ["an empty text where nothing is stored", "phone_1", ""],
    ["an empty text in a missing language", "tagline.es", ""],
    ["an empty list", "social", []],
  ])("%s is no change", (_, path, to) => {
    expect(edit({}, doc, path, to)).toEqual({});
  });
});

test("changes have texts without space around them and null for none", () => {
  const edits: Edits = {
    phone_1: { from: "+34 952 000 100", to: "  +34 952 000 101 " },
    phone_2: { from: "+34 600 000 100", to: "   " },
    social: {
      from: [],
      to: [
        { name: " Instagram ", url: "https://i.example" },
        { name: "", url: "" },
      ],
    },
  };
  expect(changesOf(edits)).toEqual([
    { path: "phone_1", from: "+34 952 000 100", to: "+34 952 000 101" },
    { path: "phone_2", from: "+34 600 000 100", to: null },
    { path: "social", from: [], to: [{ name: "Instagram", url: "https://i.example" }] },
  ]);
});

test("what is typed while a save runs is still an edit after it", () => {
  const sent: Edits = { phone_1: { from: "1", to: "2" }, company: { from: "A", to: "B" } };
  const now: Edits = { ...sent, company: { from: "A", to: "BC" } };
  expect(withoutSent(now, sent)).toEqual({ company: { from: "A", to: "BC" } });
});

test("paths reach into languages and never into prototypes", () => {
  expect(valueAt(doc, "tagline.en")).toBe("Homes");
  expect(valueAt(doc, "tagline.constructor")).toBeNull();
});

test.each([
  ["40", 40],
  [" 7 ", 7],
  ["", null],
  ["many", "many"],
])("the count %o is read as %o", (text, want) => {
  expect(readCount(text)).toBe(want);
});
