import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PutDraft } from "../generated/api.ts";
import { type Call, fakeAPI } from "../test/fake-api.tsx";
import { type Autosave, startAutosave } from "./autosave.ts";
import { createForm } from "./form-store.ts";

const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock("../api/drafts.ts", () => ({
  keepDraft: async (key: string, value: unknown) => void kept.set(key, value),
  dropDraft: async (key: string) => void kept.delete(key),
}));

const PATH = "entities/properties/1/draft";
let autosave: Autosave;

function start(answer: (body: PutDraft) => unknown) {
  const calls = fakeAPI({
    [`PUT ${PATH}`]: ({ body }: Call) => answer(body as PutDraft),
    [`GET ${PATH}`]: { changes: [], version: "" },
  });
  const form = createForm({ title: { en: "Villa" } });
  autosave = startAutosave(form, "properties/1", "u1 property 1");
  autosave.begin({ changes: [], version: "" });
  const sent = () =>
    calls.filter(({ method }) => method === "PUT").map(({ body }) => body as PutDraft);
  return { form, sent };
}

let versions = 0;
const store = (body: PutDraft) => {
  versions += 1;
  return { changes: body.changes, version: `v${versions}` };
};

beforeEach(() => {
  versions = 0;
  kept.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  autosave.stop();
  vi.useRealTimers();
});

test("a pause keeps the text in the browser, silence sends it to the server", async () => {
  const { form, sent } = start(store);
  form.change("title.en", "Casa");
  await vi.advanceTimersByTimeAsync(300);
  expect(kept.get("u1 property 1")).toMatchObject({
    changes: [{ to: "Casa" }],
    seen: "",
    sent: false,
  });
  expect(sent()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_700);
  expect(sent()).toEqual([
    { changes: [{ path: "title.en", from: "Villa", to: "Casa" }], seen: "" },
  ]);
  expect(autosave.kept.get()).toBe("server");
  expect(kept.get("u1 property 1")).toMatchObject({ seen: "v1", sent: true });
  form.change("title.en", "Villa");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent()[1]).toEqual({ changes: [], seen: "v1" });
  expect(kept.size).toBe(0);
});

test("who types without a pause is saved after ten seconds", async () => {
  const { form, sent } = start(store);
  for (let second = 0; second <= 10; second++) {
    form.change("title.en", `Casa ${second}`);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(sent()).toHaveLength(1);
});

test("without a network the text stays here and is sent later, once", async () => {
  let down = true;
  const { form, sent } = start((body) => (down ? new TypeError("no network") : store(body)));
  form.change("title.en", "Casa");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(autosave.kept.get()).toBe("here");
  expect(kept.size).toBe(1);
  down = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(autosave.kept.get()).toBe("server");
  expect(sent()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toHaveLength(2);
});

test("a draft that somebody else has written is not replaced", async () => {
  const { form, sent } = start(() => ({ type: "conflict", status: 409, title: "Changed." }));
  form.change("title.en", "Casa");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(autosave.kept.get()).toBe("elsewhere");
  form.change("title.en", "Casa Alba");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toHaveLength(1);
  expect(kept.get("u1 property 1")).toMatchObject({ changes: [{ to: "Casa Alba" }] });
});

test("after a save the draft has what is left", async () => {
  const { form, sent } = start(store);
  form.change("title.en", "Casa");
  await vi.advanceTimersByTimeAsync(2_000);
  await autosave.hold();
  form.rebase({ title: { en: "Casa" } });
  await autosave.goOn();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toHaveLength(1);
  expect([autosave.kept.get(), kept.size]).toEqual(["none", 0]);
});
