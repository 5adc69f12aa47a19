import { expect, test, vi } from "vitest";
import { createForm } from "./form-store.ts";

const doc = { title: { en: "Villa" }, price: { amount: 1_000_000 }, badges: ["new"], locks: [] };

test("a field hears of its own value only", () => {
  const form = createForm(doc);
  const [title, price, any] = [vi.fn(), vi.fn(), vi.fn()];
  form.subscribe("title.en", title);
  form.subscribe("price.amount", price);
  form.subscribe("", any);
  form.change("title.en", "Casa");
  form.change("title.en", "Casa Alba");
  expect([title.mock.calls.length, price.mock.calls.length, any.mock.calls.length]).toEqual([
    2, 0, 2,
  ]);
  expect(form.changes()).toEqual([{ path: "title.en", from: "Villa", to: "Casa Alba" }]);
});

test("what equals the stored value is no change; empty values are none", () => {
  const form = createForm(doc);
  form.change("title.en", "Casa");
  form.change("title.en", "Villa ");
  form.change("title.es", "  ");
  form.change("locks", null);
  form.change("badges", ["new"]);
  expect(form.isDirty()).toBe(false);
  form.change("price.amount", null);
  expect(form.changes()).toEqual([{ path: "price.amount", from: 1_000_000, to: null }]);
});

test("a document that was stored meanwhile keeps what the user has typed, and from what", () => {
  const form = createForm(doc);
  form.change("title.en", "Casa");
  form.change("price.amount", 950_000);
  form.rebase({ ...doc, title: { en: "Finca" }, price: { amount: 950_000 }, bedrooms: 4 });
  expect(form.changes()).toEqual([{ path: "title.en", from: "Villa", to: "Casa" }]);
  expect([form.value("bedrooms"), form.value("title.en")]).toEqual([4, "Casa"]);
});

test("after a save a value that somebody else has given is theirs; what was declined stays", () => {
  const form = createForm(doc);
  form.change("title.en", "Casa");
  form.change("price.amount", 100);
  form.change("badges", []);
  const sent = form.changes();
  form.change("badges", ["new", "sold"]); // typed while the call was under way
  form.settle({ ...doc, title: { en: "Finca" }, badges: [] }, sent);
  expect(form.changes()).toEqual([
    { path: "price.amount", from: 1_000_000, to: 100 },
    { path: "badges", from: ["new"], to: ["new", "sold"] },
  ]);
});

test("names of JavaScript's own objects are no values", () => {
  expect(createForm({}).value("constructor.name")).toBeNull();
});

test("a problem of an entry is shown at its list, with the number of the entry", () => {
  const form = createForm(doc);
  form.setProblems({ "gallery.3.alt.en": "Too long.", "title.en": "Missing." });
  expect([form.problem("gallery"), form.problem("title.en")]).toEqual(["4: Too long.", "Missing."]);
});
