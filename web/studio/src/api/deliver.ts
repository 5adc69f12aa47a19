import { clear, createStore as createDatabase, del, entries, set } from "idb-keyval";
import { createStore } from "../../../src/lib/store.ts";
import { ApiProblem, call, NoAnswer } from "./call.ts";

/** A POST that is repeated until the server has answered it. Its body has the key that makes it idempotent. */
export type Delivery = { path: string; body: { key: string } };

/** What has not reached the server: how many calls, and whether they wait for somebody to sign in. */
export type Unsent = { count: number; signedOut: boolean };

export const unsent = createStore<Unsent>({ count: 0, signedOut: false });

/** The waits between attempts (ms); the last one repeats. */
const WAITS = [1_000, 2_000, 5_000, 10_000, 20_000];

const waiting = new Map<Delivery, { signedOut: boolean; go: () => void }>();

function tell() {
  const all = [...waiting.values()];
  unsent.set({ count: all.length, signedOut: all.some(({ signedOut }) => signedOut) });
}

/** Repeats at once what waits. */
export function deliverNow(): void {
  for (const { go } of [...waiting.values()]) go();
}

window.addEventListener("online", deliverNow);

/**
 * Sends a call until the server answers it: while the network is off, the server is down or somebody must
 * sign in, it waits and is repeated with the same key. Throws ApiProblem for an answer that refuses it.
 */
export async function deliver<T>(delivery: Delivery): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call<T>("POST", delivery.path, delivery.body);
    } catch (error) {
      const wait = waitAfter(error, attempt);
      if (wait === undefined) throw error;
      await pause(delivery, wait);
    }
  }
}

/** How long to wait before another attempt (ms): null until somebody acts; undefined when none is of use. */
function waitAfter(error: unknown, attempt: number): number | null | undefined {
  const wait = WAITS[attempt] ?? WAITS.at(-1) ?? 0;
  if (error instanceof NoAnswer) return wait;
  if (!(error instanceof ApiProblem)) return undefined;
  const { type, retry_after: after = 0 } = error.problem;
  if (type === "unavailable" || type === "too-many") return Math.max(wait, after * 1000);
  return type === "signed-out" ? null : undefined;
}

async function pause(delivery: Delivery, wait: number | null): Promise<void> {
  await new Promise<void>((go) => {
    waiting.set(delivery, { signedOut: wait === null, go });
    tell();
    if (wait !== null) setTimeout(go, wait);
  });
  waiting.delete(delivery);
  tell();
}

// What is kept over a reload. A browser without a database (private windows) keeps it in memory only.

const database = () => createDatabase("estate-studio", "unsent");
const quietly = (work: () => Promise<unknown>) =>
  Promise.resolve()
    .then(work)
    .catch(() => {});

/** Keeps a call of a user in the browser until forget. */
export const remember = (user: string, delivery: Delivery) =>
  quietly(() => set(delivery.body.key, { user, ...delivery }, database()));

export const forget = (delivery: Delivery) => quietly(() => del(delivery.body.key, database()));

/** The calls of a user that were kept, for example over a reload while the network was off. */
export async function remembered(user: string): Promise<Delivery[]> {
  try {
    const all = await entries<string, Delivery & { user: string }>(database());
    return all.flatMap(([, { user: own, path, body }]) => (own === user ? [{ path, body }] : []));
  } catch {
    return [];
  }
}

/** Removes everything that was kept, at a sign-out. */
export const forgetAll = () => quietly(() => clear(database()));
