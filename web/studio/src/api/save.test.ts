import { beforeEach, expect, test, vi } from "vitest";
import type { Change, Conflict, Problem } from "../generated/api.ts";
import { question } from "./ask.ts";
import { ApiProblem } from "./call.ts";
import { decision, saveWithUser } from "./decide.ts";
import { deliverNow, unsent } from "./deliver.ts";
import { saveChanges } from "./save.ts";

const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock("idb-keyval", () => ({
  createStore: () => kept,
  set: async (key: string, value: unknown) => void kept.set(key, value),
  del: async (key: string) => void kept.delete(key),
  entries: async () => [...kept],
  clear: async () => kept.clear(),
}));

type Answer = { status: number; body: unknown } | "no network";
type Sent = { path: string; changes: Change[]; key: string; confirmed?: boolean };

let sent: Sent[] = [];
/** The answer of each call in turn; a call without one waits for the next. */
let answers: Answer[] = [];
let arrive: (() => void)[] = [];

const saved = (change = 1): Answer => ({ status: 200, body: { change, paths: [], version: "v" } });
const refused = (problem: Partial<Problem> & Pick<Problem, "type" | "status">): Answer => ({
  status: problem.status,
  body: { title: "A sentence.", ...problem },
});

function answerNext(answer: Answer) {
  answers.push(answer);
  arrive.shift()?.();
}

beforeEach(() => {
  sent = [];
  answers = [];
  arrive = [];
  kept.clear();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push({ path, ...JSON.parse(String(init.body)) });
    while (answers.length === 0) await new Promise<void>((resolve) => arrive.push(resolve));
    const answer = answers.shift() as Answer;
    if (answer === "no network") throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});

const price = (from: number, to: number): Change => ({ path: "price.amount", from, to });
const state = (from: string, to: string): Change => ({ path: "availability", from, to });
const describe = (path: string, value: unknown) => ({ label: path, text: String(value) });

test("one call of an entity is in flight; later changes are folded into the next one", async () => {
  const first = saveChanges("properties/1", [price(100, 200)]);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const second = saveChanges("properties/1", [price(200, 300)]);
  const third = saveChanges("properties/1", [price(300, 400), state("available", "sold")]);
  expect(sent).toHaveLength(1);
  answerNext(saved(1));
  await first;
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.changes).toEqual([price(200, 400), state("available", "sold")]);
  answerNext(saved(2));
  expect(await second).toEqual(await third);
  expect(sent).toHaveLength(2);
});

test("other entities do not wait", async () => {
  const one = saveChanges("properties/1", [price(1, 2)]);
  const two = saveChanges("properties/2", [price(3, 4)]);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  answerNext(saved());
  answerNext(saved());
  await Promise.all([one, two]);
});

test("after a refusal the next change starts from the stored value", async () => {
  const first = saveChanges("properties/1", [price(100, -5)]);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const second = saveChanges("properties/1", [price(-5, 300)]);
  answerNext(refused({ type: "invalid", status: 422 }));
  await expect(first).rejects.toThrow(ApiProblem);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.changes).toEqual([price(100, 300)]);
  answerNext(saved());
  await second;
});

test("without a network the call waits and is repeated with the same key", async () => {
  vi.useFakeTimers();
  try {
    answers = ["no network", { status: 502, body: "bad gateway" }];
    const result = saveChanges("properties/1", [price(100, 200)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(unsent.get()).toEqual({ count: 1, signedOut: false });
    expect(kept.size).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(2);
    window.dispatchEvent(new Event("online"));
    answers.push(saved(7));
    await vi.advanceTimersByTimeAsync(0);
    expect((await result).change).toBe(7);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(unsent.get().count).toBe(0);
    expect(kept.size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("when the session has ended, the user signs in and the same call is repeated", async () => {
  answers = [refused({ type: "signed-out", status: 401 })];
  const result = saveChanges("properties/1", [price(100, 200)]);
  await vi.waitFor(() => expect(question.get()?.kind).toBe("sign-in"));
  answers.push(saved(3));
  question.get()?.answer(true);
  expect((await result).change).toBe(3);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test("a change whose user does not sign in waits until they do", async () => {
  answers = [refused({ type: "signed-out", status: 401 })];
  const result = saveChanges("properties/1", [price(100, 200)]);
  await vi.waitFor(() => expect(question.get()?.kind).toBe("sign-in"));
  question.get()?.answer(false);
  await vi.waitFor(() => expect(unsent.get()).toEqual({ count: 1, signedOut: true }));
  answers.push(saved(4));
  deliverNow();
  expect((await result).change).toBe(4);
});

const conflict = (now: unknown): Conflict => ({
  ...price(100, 200),
  now,
  by: "Ana",
  at: "2026-11-26T10:00:00Z",
});

test("mine saves again from the present value, theirs saves nothing", async () => {
  for (const mine of [true, false]) {
    sent = [];
    answers = [refused({ type: "conflict", status: 409, conflicts: [conflict(150)] })];
    const result = saveWithUser("properties/1", [price(100, 200)], describe);
    await vi.waitFor(() => expect(decision.get()?.kind).toBe("conflicts"));
    const open = decision.get();
    if (open?.kind !== "conflicts") throw new Error("no conflict");
    answers.push(saved(9));
    open.answer(mine ? [price(150, 200)] : []);
    expect((await result)?.change).toBe(mine ? 9 : undefined);
    expect(sent).toHaveLength(mine ? 2 : 1);
    if (mine) expect(sent[1]?.changes).toEqual([price(150, 200)]);
  }
});

test("a guard is confirmed with the same changes, or leaves everything as it is", async () => {
  const guards = [{ path: "price.amount", text: "It falls by half." }];
  for (const confirmed of [true, false]) {
    sent = [];
    answers = [refused({ type: "confirm", status: 422, guards })];
    const result = saveWithUser("properties/1", [price(100, 50)], describe);
    await vi.waitFor(() => expect(decision.get()?.kind).toBe("guards"));
    const open = decision.get();
    if (open?.kind !== "guards") throw new Error("no guard");
    answers.push(saved(5));
    open.answer(confirmed);
    expect((await result)?.change).toBe(confirmed ? 5 : undefined);
    if (confirmed) expect(sent[1]?.confirmed).toBe(true);
  }
});
